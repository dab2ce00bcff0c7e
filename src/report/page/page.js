// SPDX-License-Identifier: Apache-2.0
// Filters the table of operations, opens what a link leads to, and makes charts that one can zoom into (drag; a double
// click shows all again) of the drawings of errors. Without it the page shows every operation and the drawings.
"use strict";

(() => {
  const colour = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

  // The exponent of a place on the axis, whether it is negative, and its distance from zero.
  const placed = (chart, place) => {
    const negative = chart.signed && place < chart.half;
    const magnitude = negative ? chart.half - 1 - place : place - chart.half;
    return {negative, magnitude, exponent: magnitude * chart.step - chart.bias};
  };

  // The multiple of a spacing among the exponents that a place stands for, or the one below them.
  const multiple = (chart, exponent, spacing) => Math.floor((exponent + chart.step - 1) / spacing) * spacing;

  // What a place on the axis stands for: a power of two, at marks the one that the spacing divides; or a code's number.
  const label = (chart, place, spacing) => {
    if (!chart.floating) return String(chart.signed ? place - chart.half : place);
    if (place < 0 || place >= chart.size || !Number.isInteger(place)) return "";
    const {negative, magnitude, exponent} = placed(chart, place);
    if (magnitude === 0) return negative ? "-0" : "0";
    return (negative ? "-" : "") + "2^" + (spacing ? multiple(chart, exponent, spacing) : exponent);
  };

  // Places for marks: zero and exponents that a power of two divides, the same on both sides.
  const marks = (chart, least, most, room) => {
    const places = [];
    for (let spacing = chart.floating ? chart.step : 1; ; spacing *= 2) {
      places.length = 0;
      for (let place = Math.max(0, Math.ceil(least)); place <= Math.min(chart.size - 1, most); ++place) {
        const {negative, magnitude, exponent} = placed(chart, place);
        const inside = magnitude > 0 && magnitude < chart.size - chart.half - 1;
        const power = inside && multiple(chart, exponent, spacing) >= exponent;
        const marked = chart.floating ? power || (magnitude === 0 && !negative) : place % spacing === 0;
        if (marked) places.push(place);
      }
      chart.spacing = spacing;
      if (places.length <= room || spacing > 4096) return places;
    }
  };

  const draw = (figure) => {
    const chart = JSON.parse(figure.dataset.chart);
    const inUlp = (value) => (value === null ? null : value * chart.unit);
    // Of pairs of a number and how often it follows.
    const unfolded = (pairs) => pairs.flatMap((value, i) => (i % 2 ? [] : Array(pairs[i + 1]).fill(value)));
    const errors = unfolded(chart.errors);
    const permitted = unfolded(chart.permitted);
    chart.size = errors.length;
    const places = errors.map((_, place) => place);
    const drawing = figure.querySelector("svg");
    const least = 0.1;
    const lift = (value) => (value === null || !chart.log ? value : Math.max(value, least));
    const shown = (value) => lift(inUlp(value));
    // As report/values.hpp writes figures.
    const written = (value) => (value < 1e12 ? value.toLocaleString("en", {maximumSignificantDigits: 4})
                                             : String(Number(value.toPrecision(3))));
    const data = [places, errors.map(shown), permitted.map(shown)];
    const line = (what, name, dash) => ({
      label: what, stroke: () => colour(name), width: 1.5, dash: dash, points: {show: false}, spanGaps: false,
      value: (_, value) => (value === null ? "–" : written(value) + " ULP"),
    });
    const axis = {stroke: () => colour("--faint"), grid: {stroke: () => colour("--rule"), width: 0.5},
                  ticks: {stroke: () => colour("--rule")}, labelSize: 20, labelFont: "12px system-ui, sans-serif"};
    // Of a logarithmic axis powers of ten only; large ones in short.
    const isDecade = (value) => Math.abs(Math.log10(value) - Math.round(Math.log10(value))) < 1e-9;
    const decades = (_, found) => found.map((value) => (!chart.log || isDecade(value) ? value : null));
    const short = (value) => (value === null ? "" : value < 1e4 ? String(value) : value.toExponential().replace("e+", "e"));
    const width = figure.clientWidth;
    const options = {
      width, height: 250,
      scales: {x: {time: false}, y: chart.log ? {distr: 3, range: [least, chart.most]} : {range: [0, chart.most]}},
      axes: [{...axis, label: chart.of + ", by binade", splits: (u, i, from, to) => marks(chart, from, to, width / 60),
              values: (_, found) => found.map((place) => label(chart, place, chart.spacing))},
             {...axis, label: "error in ULP", size: 52, grid: {...axis.grid, filter: decades},
              ticks: {...axis.ticks, filter: decades}, values: (_, found) => found.map(short)}],
      series: [{label: chart.floating ? "from" : "code", value: (_, place) => (place === null ? "–" : label(chart, place))},
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

  // A link opens what it leads to, even if that is filtered out.
  const open = () => {
    const target = location.hash.length > 1 && document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (!target) return;
    for (let box = target; box; box = box.parentElement) {
      box.hidden = false;
      if (box.tagName === "DETAILS") box.open = true;
    }
    target.scrollIntoView();
  };
  addEventListener("hashchange", open);

  const filter = document.querySelector(".filter");
  if (filter) {
    filter.hidden = false;
    const [word, failing] = filter.querySelectorAll("input");
    const rows = [...document.querySelectorAll("table.matrix tbody tr")];
    const boxes = rows.map((row) => document.getElementById(row.querySelector("a").hash.slice(1)));
    const choose = () => {
      let count = 0;
      rows.forEach((row, i) => {
        const named = row.querySelector("a").textContent.toLowerCase().includes(word.value.trim().toLowerCase());
        const hidden = !named || (failing.checked && !("fails" in row.dataset));
        row.hidden = boxes[i].hidden = hidden;
        count += hidden ? 0 : 1;
      });
      filter.querySelector(".shown").textContent = count + " of " + rows.length;
    };
    word.addEventListener("input", choose);
    failing.addEventListener("change", choose);
    choose();
  }
  open();
})();
