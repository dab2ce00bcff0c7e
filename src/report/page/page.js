// SPDX-License-Identifier: Apache-2.0
// Makes charts that one can zoom into (drag; a double click shows all again) of the drawings of errors. Without it the
// page shows the drawings.
"use strict";

(() => {
  const colour = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

  // What a place on the axis stands for: a power of two, or a code's number.
  const label = (chart, place) => {
    const size = chart.size;
    const negative = chart.signed && place < chart.half;
    if (!chart.floating) return String(chart.signed ? place - chart.half : place);
    const magnitude = negative ? chart.half - 1 - place : place - (chart.signed ? chart.half : 0);
    if (place < 0 || place >= size || !Number.isInteger(place)) return "";
    if (magnitude === 0) return negative ? "-0" : "0";
    return (negative ? "-" : "") + "2^" + (magnitude * chart.step - chart.bias);
  };

  const draw = (figure) => {
    const chart = JSON.parse(figure.dataset.chart);
    chart.size = chart.errors.length;
    const inUlp = (value) => (value === null ? null : value * chart.unit);
    const permitted = [];
    for (let i = 0; i < chart.permitted.length; i += 2) {
      for (let n = chart.permitted[i + 1]; n > 0; --n) permitted.push(chart.permitted[i]);
    }
    const places = chart.errors.map((_, place) => place);
    const drawing = figure.querySelector("svg");
    const clip = (value) => (value === null ? null : Math.min(value, chart.most));
    const least = 0.1;
    const lift = (value) => (value === null || !chart.log ? value : Math.max(value, least));
    const shown = (value) => lift(clip(inUlp(value)));
    const data = [places, chart.errors.map(shown), permitted.map(shown)];
    const line = (what, name, dash) => ({
      label: what, stroke: () => colour(name), width: 1.5, dash: dash, points: {show: false}, spanGaps: false,
      value: (_, value) => (value === null ? "" : Number(value.toPrecision(4)) + " ULP"),
    });
    const axis = {stroke: () => colour("--faint"), grid: {stroke: () => colour("--rule"), width: 0.5},
                  ticks: {stroke: () => colour("--rule")}};
    const options = {
      width: figure.clientWidth, height: 240,
      scales: {x: {time: false}, y: chart.log ? {distr: 3, range: [least, chart.most]} : {range: [0, chart.most]}},
      axes: [{...axis, values: (_, marks) => marks.map((place) => label(chart, place)), incrs: [1, 2, 4, 8, 16, 32, 64]},
             {...axis, size: 60}],
      series: [{label: chart.floating ? "from" : "code", value: (_, place) => (place === null ? "" : label(chart, place))},
               line("largest error", "--pass"), line("permitted", "--fail", [4, 3])],
      cursor: {drag: {x: true, y: false}},
    };
    figure.chart = new uPlot(options, data, figure);
    drawing.style.display = "none";
  };

  const watcher = new IntersectionObserver((seen) => {
    for (const entry of seen) {
      if (!entry.isIntersecting) continue;
      watcher.unobserve(entry.target);
      draw(entry.target);
    }
  }, {rootMargin: "400px"});
  for (const figure of document.querySelectorAll("figure.errors")) watcher.observe(figure);
})();
