#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Opens a report, the difference of two, and a matrix of devices in a browser: page.py HALFULP CHROMIUM FOLDER

Its programs say nothing on the console, draw what the report says, and without them the page is still whole.
"""
import html
import json
import pathlib
import re
import subprocess
import sys

halfulp, chromium, folder = sys.argv[1:]
folder = pathlib.Path(folder)
folder.mkdir(parents=True, exist_ok=True)

failures = []


def expect(holds, what):
    if not holds:
        failures.append(what)


def browse(page, *more):
    """What Chromium makes of a page, and what it says on the console."""
    command = [chromium, "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
               f"--user-data-dir={folder / 'profile'}", "--window-size=1200,20000", "--virtual-time-budget=10000",
               "--enable-logging=stderr", *more, page.as_uri()]
    ran = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
    console = [line for line in ran.stderr.splitlines() if "CONSOLE" in line or "Uncaught" in line]
    return ran.stdout, console


report = folder / "report.html"
written = folder / "report.json"
subprocess.run([halfulp, "check", "--device", "host", "--operation", "rsq,sin,log2,div,rcp,mad", "--html",
                report, "--json", written], check=False, stdout=subprocess.DEVNULL)
text = report.read_text(encoding="utf-8")
results = json.loads(written.read_text(encoding="utf-8"))["results"]
expect(len(text) < 10**6, f"the page has {len(text)} bytes")

# What the charts show, as the page itself says: each line's values where the report has them, and the words of the axis.
probe = """<script>
addEventListener("load", () => {
  for (const box of document.querySelectorAll("details")) box.open = true;
  const charts = [...document.querySelectorAll("details.operation figure.errors")].map((figure) => {
    const chart = figure.chart;
    if (!chart) return null;
    const values = chart.data[1];
    const most = values.reduce((best, v, i) => (v !== null && (best < 0 || v > values[best]) ? i : best), -1);
    chart.setCursor({left: chart.valToPos(most, "x"), top: 10});
    return {id: figure.closest("[id]").id, drawn: chart.ctx.canvas.width > 0,
            hidden: getComputedStyle(figure.querySelector("svg")).display === "none", count: values.filter((v) => v !== null).length,
            most: values[most], legend: [...figure.querySelectorAll(".u-value")].map((cell) => cell.textContent),
            marks: [...chart.axes[0]._values], words: [...chart.axes[1]._values], width: chart.width};
  });
  const box = document.createElement("pre");
  box.id = "probe";
  box.textContent = JSON.stringify(charts);
  document.body.append(box);
});
</script>"""
# Charts are drawn when they come into view; here all are at once.
seen = """<script>window.IntersectionObserver = class {
  constructor(call) { this.call = call; }
  observe(target) { this.call([{isIntersecting: true, target}]); }
  unobserve() {}
};</script>"""
probed = folder / "probed.html"


def charts_of(page):
    """What the charts of a page show."""
    probed.write_text(page.replace("<body>", "<body>" + seen).replace("</body>", probe + "</body>"), encoding="utf-8")
    dom, console = browse(probed, "--dump-dom")
    expect(not console, f"on the console: {console}")
    found = re.search(r'<pre id="probe">(.*?)</pre>', dom, re.S)
    expect(found, "the page's programs did not come to their end")
    return json.loads(html.unescape(found.group(1))) if found else []


# Had they binary64's axis, of which each place stands for eight exponents, and errors up to 10^15 ULP, they would have
# marks on both axes, none longer than the room for it.
wider = re.sub("(step&quot;):1,(&quot;bias&quot;):127,(&quot;log&quot;):[a-z]*,(&quot;most&quot;):[^,]*,",
               r"\1:8,\2:1023,\3:true,\4:1e15,", text)
for chart in charts_of(wider):
    expect({"2^0", "0", "-2^0"} <= set(chart["marks"]), f"{chart['id']}, of binary64: {chart['marks']}")
    words = [word for word in chart["words"] if word]
    expect(len(words) > 2 and all(len(word) < 6 for word in words), f"{chart['id']}: the vertical axis has {words}")
charts = charts_of(text)
expect(len(charts) > 3, f"{len(charts)} charts are drawn")
for chart in charts:
    expect(chart and chart["drawn"] and chart["hidden"], f"not drawn: {chart}")
by_id = {f"{r['operation']}-{r['format']}": r for r in results}
for chart in filter(None, charts):
    result = by_id[chart["id"]]
    worst = max(error for error in result["errors"]["binades"].values() if error is not None)
    expect(chart["count"] == len(result["errors"]["binades"]), f"{chart['id']}: {chart['count']} binades")
    expect(abs(chart["most"] - worst) <= 0.001 + worst * 1e-3, f"{chart['id']}: {chart['most']}, not {worst}")
    if result["format"] == "binary32" and result["errors"]["axis"] == "x":
        # The page has thousandths of an ULP: of several binades it cannot tell which is the worst.
        highest = {int(first, 16) for first, error in result["errors"]["binades"].items() if error >= worst - 0.001}
        powers = {f"{'-' if bits >> 31 else ''}2^{(bits >> 23 & 255) - 127}" for bits in highest}
        expect(chart["legend"][0] in powers, f"{chart['id']}: {chart['legend']}, not one of {powers}")
    expect(chart["legend"][1].endswith(" ULP"), f"{chart['id']}: {chart['legend']}")
    expect(any(mark for mark in chart["marks"]), f"{chart['id']}: an axis without words")

for target in re.findall('href="#([^"]+)"', text):
    expect(f'id="{target}"' in text, f"no {target}")

# On a phone, in a window and on a wide screen nothing is cut off, folded or not: Chromium's own windows are 500 pixels
# wide at least, so that the page stands in a frame.
wide = """<!doctype html><body><pre id="widths"></pre><script>
const said = [];
const frames = [400, 900, 1600].map((width) => {
  const frame = document.createElement("iframe");
  frame.width = width;
  frame.height = 2000;
  frame.src = "PAGE";
  frame.onload = () => {
    const page = frame.contentDocument;
    const over = () => page.documentElement.scrollWidth - frame.contentWindow.innerWidth;
    const folded = over();
    for (const box of page.querySelectorAll("details")) box.open = true;
    said.push([width, folded, over()]);
    document.getElementById("widths").textContent = JSON.stringify(said);
  };
  document.body.append(frame);
});
</script></body>"""


def too_wide(page):
    """By how many pixels a page is wider than its window: [width, folded, opened] each, by width."""
    frames = folder / "frames.html"
    frames.write_text(wide.replace("PAGE", page.name), encoding="utf-8")
    dom, console = browse(frames, "--allow-file-access-from-files", "--dump-dom")
    expect(not console, f"{page.name} in frames, on the console: {console}")
    found = re.search(r'<pre id="widths">(.*?)</pre>', dom, re.S)
    return sorted(json.loads(found.group(1) or "[]")) if found else []


widths = too_wide(report)
expect(len(widths) == 3, f"frames: {widths}")
for width, folded, opened in widths:
    expect(folded <= 0 and opened <= 0, f"{width} pixels: the page is {folded} and, opened, {opened} pixels wider")

# The filter shows what fails, and by name.
chosen = """<script>
addEventListener("load", () => {
  const shown = () => [...document.querySelectorAll("table.matrix tbody tr")].filter((row) => !row.hidden)
      .map((row) => row.querySelector("a").textContent);
  const [word, failing] = document.querySelectorAll(".filter input");
  const first = shown();
  failing.click();
  const all = shown();
  word.value = "SIN";
  word.dispatchEvent(new Event("input"));
  const box = document.createElement("pre");
  box.id = "chosen";
  box.textContent = JSON.stringify([first, all, shown()]);
  document.body.append(box);
});
</script>"""
filtered = folder / "filtered.html"
filtered.write_text(text.replace("</body>", chosen + "</body>"), encoding="utf-8")
dom, console = browse(filtered, "--dump-dom")
expect(not console, f"filtered, on the console: {console}")
found = re.search(r'<pre id="chosen">(.*?)</pre>', dom, re.S)
first, every, named = json.loads(found.group(1)) if found else ([], [], [])
expect(first and len(first) < len(every), f"the filter shows {len(first)} of {len(every)} operations")
expect(named and all("sin" in name for name in named), f"the filter by name shows {named}")

# Every word is readable: against what lies behind it its contrast is at least that which WCAG asks of text.
contrast = """<script>
addEventListener("load", () => {
  for (const box of document.querySelectorAll("details")) box.open = true;
  const channels = (colour) => colour.match(/[\\d.]+/g).map(Number);
  const luminance = (colour) => channels(colour).slice(0, 3).map((c) => c / 255)
      .map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4))
      .reduce((sum, c, i) => sum + c * [0.2126, 0.7152, 0.0722][i], 0);
  const behind = (element) => {
    for (; element; element = element.parentElement) {
      const colour = getComputedStyle(element).backgroundColor;
      if (channels(colour)[3] !== 0) return colour;
    }
    return "rgb(255, 255, 255)";
  };
  let least = [99, ""];
  for (const element of document.querySelectorAll("body *:not(script)")) {
    if (![...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim())) continue;
    const style = getComputedStyle(element);
    const [dark, light] = [luminance(element instanceof SVGElement ? style.fill : style.color),
                           luminance(behind(element))].sort((a, b) => a - b);
    const ratio = (light + 0.05) / (dark + 0.05);
    if (ratio < least[0]) least = [ratio, element.tagName + "." + element.getAttribute("class")];
  }
  const said = document.createElement("pre");
  said.id = "contrast";
  said.textContent = JSON.stringify([getComputedStyle(document.body).backgroundColor, ...least]);
  document.body.append(said);
});
</script>"""
schemes = {"light": "rgb(255, 255, 255)", "dark": "rgb(20, 24, 29)"}


def least_contrast(page, scheme):
    """The least contrast of a page's text, and the element that has it."""
    probed = folder / "contrast.html"
    probed.write_text(page.replace("</body>", contrast + "</body>"), encoding="utf-8")
    dom, _ = browse(probed, f"--blink-settings=preferredColorScheme={int(scheme == 'light')}", "--dump-dom")
    found = re.search(r'<pre id="contrast">(.*?)</pre>', dom, re.S)
    paper, least, element = json.loads(found.group(1)) if found else ("", 0, "nothing")
    expect(paper == schemes[scheme], f"{scheme}: the page is {paper}")
    return least, element


for scheme in schemes:
    least, element = least_contrast(text, scheme)
    expect(least >= 4.5, f"{scheme}: the contrast of {element} is {least}")
least, _ = least_contrast(text.replace("--faint: #9aa4ae", "--faint: #4a525b"), "dark")
expect(least < 4.5, "faint text was not noticed")

# Without programs, and on paper, the drawings and every word are there.
bare = folder / "bare.html"
bare.write_text(re.sub(r"<script>.*?</script>", "", text, flags=re.S), encoding="utf-8")
dom, console = browse(bare, "--dump-dom")
expect(not console, f"on the console: {console}")
expect("does not conform to d3d11" in dom, "without programs: no verdict")
expect(dom.count("<svg") == text.count("<svg"), "without programs: drawings are missing")
pdf = folder / "report.pdf"
browse(report, f"--print-to-pdf={pdf}", "--no-pdf-header-footer")
expect(pdf.exists() and pdf.read_bytes().startswith(b"%PDF"), "it cannot be printed")


def sheets(page):
    browse(page, f"--print-to-pdf={pdf}", "--no-pdf-header-footer")
    return len(re.findall(rb"/Type /Page\b", pdf.read_bytes()))


# On paper nothing is folded.
folded = folder / "folded.html"
folded.write_text(text.replace("details::details-content", "details.none"), encoding="utf-8")
expect(sheets(report) > sheets(folded), "what is folded is not printed")

# The difference between two runs is a page without programs.
other = folder / "other.json"
subprocess.run([halfulp, "check", "--device", "host:flush", "--operation", "rsq,log2,mad", "--json", other],
               check=False, stdout=subprocess.DEVNULL)
difference = folder / "difference.html"
subprocess.run([halfulp, "diff", written, other, "--html", difference], check=False, stdout=subprocess.DEVNULL)
text = difference.read_text(encoding="utf-8")
expect("<script" not in text, "a difference has a program")
dom, console = browse(difference, "--dump-dom")
expect(not console, f"a difference, on the console: {console}")
expect("D3D-FLUSH-OPERANDS" in dom and 'id="healed"' in dom, "a difference does not tell what healed")
for target in re.findall('href="#([^"]+)"', dom):
    expect(f'id="{target}"' in dom, f"a difference has no {target}")
pdf = folder / "difference.pdf"
browse(difference, f"--print-to-pdf={pdf}", "--no-pdf-header-footer")
expect(pdf.exists() and pdf.read_bytes().startswith(b"%PDF"), "a difference cannot be printed")

# So are many devices side by side, however many: their table scrolls in a box of its own, the page does not. A link
# opens what is folded around the case to which it leads.
matrix = folder / "matrix.html"
subprocess.run([halfulp, "matrix", *[written, other] * 6, "--html", matrix], check=True, stdout=subprocess.DEVNULL)
cells = matrix.read_text(encoding="utf-8")
expect("<script" not in cells, "a matrix has a program")
targets = re.findall('href="#([^"]+)"', cells)
expect(len(targets) > 12, f"a matrix has {len(targets)} links")
for target in targets:
    expect(cells.count(f'id="{target}"') == 1, f"a matrix has no {target}, or several")
followed = """<script>
addEventListener("load", () => {
  const shown = () => document.getElementById("TARGET").checkVisibility();
  const table = document.querySelector(".box");
  const before = shown();
  document.querySelector('a[href="#TARGET"]').click();
  table.scrollTo(400, 400);
  const name = table.querySelector("tbody tr:last-child th").getBoundingClientRect();
  const head = table.querySelector("thead th:last-child").getBoundingClientRect();
  const edge = table.getBoundingClientRect();
  const said = document.createElement("pre");
  said.id = "followed";
  said.textContent = JSON.stringify([before, shown(), name.left - edge.left, head.top - edge.top]);
  document.body.append(said);
});
</script>"""
probed_matrix = folder / "probed_matrix.html"
probed_matrix.write_text(cells.replace("</body>", followed.replace("TARGET", targets[-1]) + "</body>"), encoding="utf-8")
dom, console = browse(probed_matrix, "--window-size=900,600", "--dump-dom")
expect(not console, f"a matrix, on the console: {console}")
found = re.search(r'<pre id="followed">(.*?)</pre>', dom, re.S)
before, after, left, top = json.loads(found.group(1)) if found else (True, False, 99, 99)
expect(not before and after, f"a link of a matrix does not open its case: {before}, {after}")
expect(abs(left) < 3 and abs(top) < 3, f"names and heads of a matrix do not stay: {left}, {top}")
for width, folded, opened in too_wide(matrix):
    expect(folded <= 0 and opened <= 0, f"{width} pixels: a matrix is {folded} and, opened, {opened} pixels wider")
pdf = folder / "matrix.pdf"
browse(matrix, f"--print-to-pdf={pdf}", "--no-pdf-header-footer")
expect(pdf.exists() and pdf.read_bytes().startswith(b"%PDF"), "a matrix cannot be printed")

# The test can fail: a page whose program is broken is found.
broken = folder / "broken.html"
broken.write_text(probed.read_text(encoding="utf-8").replace("new uPlot(", "new NoPlot("), encoding="utf-8")
_, console = browse(broken, "--dump-dom")
expect(console, "a broken program was not noticed")

broken.write_text(text.replace("</main>", '<div style="width:1000px">.</div></main>'), encoding="utf-8")
expect([over > 0 for _, over, _ in too_wide(broken)] == [True, True, False], "a wide page was not noticed")

print("\n".join(failures) if failures else f"{len(charts)} charts are drawn and say what the report says")
sys.exit(1 if failures else 0)
