// Opens every page of a site in Chromium: in light and dark, on a phone, in print, and without script.
// Usage: node pages.mjs SITE, with playwright-core and axe-core where node finds them; CHROMIUM names the browser.
import { createRequire } from "node:module";
import { readdirSync, readFileSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { pathToFileURL } from "node:url";

const load = createRequire(join(process.cwd(), "package.json"));
const { chromium } = load("playwright-core");
const axe = readFileSync(load.resolve("axe-core/axe.min.js"), "utf8");

const site = resolve(process.argv[2]);
const home = pathToFileURL(site).href;
const views = [
  { name: "light", width: 1280, colorScheme: "light", media: "screen" },
  { name: "dark", width: 1280, colorScheme: "dark", media: "screen" },
  { name: "phone", width: 320, colorScheme: "light", media: "screen" },
  { name: "print", width: 1280, colorScheme: "dark", media: "print" },
];
const standards = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
// The name of a box in a drawing has its id, kind, author and round before the visible claim.
const onScreen = { "label-content-name-mismatch": { enabled: false } };
// Nothing is pressed on paper.
const rulesFor = { screen: onScreen, print: { ...onScreen, "target-size": { enabled: false } } };

const pages = readdirSync(site, { recursive: true }).filter((name) => name.endsWith(".html")).sort();
const faults = [];
let looks = 0;

async function open(browser, page, { width, colorScheme, media }, javaScriptEnabled) {
  const context = await browser.newContext({ viewport: { width, height: 900 }, colorScheme, javaScriptEnabled });
  const tab = await context.newPage();
  await tab.emulateMedia({ media, colorScheme });
  const fault = (what) => faults.push(`${page}: ${what}`);
  tab.on("request", (request) => {
    if (!request.url().startsWith(home)) fault(`requests ${request.url()}`);
  });
  tab.on("requestfailed", (request) => fault(`cannot load ${request.url()}`));
  tab.on("pageerror", (error) => fault(`script fails: ${error.message}`));
  await tab.goto(pathToFileURL(join(site, page)).href);
  return { context, tab };
}

async function check(tab, page, view) {
  await tab.evaluate(() => document.querySelectorAll("details").forEach((fold) => (fold.open = true)));
  await tab.evaluate(axe);
  // One element shows that a rule passes: to name all of them takes twice as long as to check them.
  const { violations, passes } = await tab.evaluate(
    ([runOnly, rules]) => axe.run(document, { preload: false, resultTypes: ["violations"], runOnly, rules }),
    [standards, rulesFor[view.media]],
  );
  if (passes.length === 0) faults.push(`${page} (${view.name}): axe checked nothing`);
  for (const { id, nodes } of violations) {
    faults.push(`${page} (${view.name}): ${id} ${nodes.length} times, first ${nodes[0].html.slice(0, 160)}`);
  }
  const over = await tab.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  if (over > 0 && view.media === "screen") faults.push(`${page} (${view.name}): ${over} px wider than the window`);
}

// The buttons of a graph change the round and the address, and hide boxes that were added later.
async function checkRounds(browser, page) {
  const { context, tab } = await open(browser, page, views[0], true);
  const shown = () =>
    tab.evaluate(() => [...document.querySelectorAll("svg.fl .n")].filter((box) => {
      return getComputedStyle(box).visibility === "visible";
    }).length);
  const controls = await tab.locator(".scrub").count();
  if (controls > 1) faults.push(`${page}: ${controls} controls for the round, one is enough`);
  const buttons = tab.locator(".scrub input");
  if ((await buttons.count()) > 0) {
    const last = await shown();
    await buttons.first().check();
    const first = await shown();
    if (!(first < last)) faults.push(`${page}: the first round shows ${first} boxes and the last ${last}`);
    if (!tab.url().endsWith("#r=0")) faults.push(`${page}: the address does not name the round: ${tab.url()}`);
    await tab.locator(".rounds").press("End");
    if ((await shown()) !== last) faults.push(`${page}: the end of the slider is not the last round`);
  }
  await context.close();
}

// A reader can hide the names of the modes, without script too, and put them into the order of a figure.
async function checkModes(browser, page) {
  for (const script of [true, false]) {
    const { context, tab } = await open(browser, page, views[0], script);
    if ((await tab.locator("#blind").count()) > 0) {
      await tab.locator("#blind").check();
      const named = await tab.locator(".m > span:visible").count();
      if (named > 0) faults.push(`${page}: ${named} names of modes are shown to a reader who hid them`);
    }
    const figure = tab.locator("table.across th button").last();
    if (script && (await figure.count()) > 0) {
      await tab.locator("#figures").evaluate((fold) => (fold.open = true));
      await figure.click();
      const row = await tab.locator("table.across tr", { has: tab.locator("[aria-sort]") }).locator("td").allInnerTexts();
      const numbers = row.map((text) => parseFloat(text.replaceAll(",", ""))).filter((number) => !isNaN(number));
      if (numbers.some((number, at) => number > numbers[at - 1])) faults.push(`${page}: not in order: ${numbers}`);
    }
    await context.close();
  }
}

// The search finds what the index names, by its address too, and every kind of result leads to a place that exists.
async function checkSearch(browser, page) {
  const { context, tab } = await open(browser, page, views[0], true);
  const fault = (what) => faults.push(`${page}: ${what}`);
  const options = await tab.locator("#part option").evaluateAll((all) => all.map((option) => option.value));
  await tab.locator("#words").fill("a");
  for (const value of options) {
    await tab.locator("#part").selectOption(value);
    await tab.locator("#found a").first().waitFor({ timeout: 5000 }).catch(() => fault(`no result in ${value || "all"}`));
    const link = await tab.locator("#found a").last().getAttribute("href");
    const { context: other, tab: place } = await open(browser, link.split("#")[0], views[0], true);
    const anchor = link.split("#")[1];
    if (anchor && (await place.locator(`[id="${anchor}"]`).count()) !== 1) fault(`${link} leads nowhere`);
    await other.close();
  }
  await tab.locator("#words").fill("no such words anywhere");
  if ((await tab.locator("#search output").innerText()) !== "0 results") fault("what nobody said is found");
  await tab.goto(`${pathToFileURL(join(site, page)).href}#q=a`);
  await tab.locator("#found a").first().waitFor({ timeout: 5000 }).catch(() => fault("the address does not search"));
  await context.close();
}

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM,
  args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update",
    "--disable-sync", "--no-first-run"],
});
for (const page of pages) {
  for (const view of views) {
    const { context, tab } = await open(browser, page, view, true);
    await check(tab, page, view);
    await context.close();
    looks += 1;
  }
  const { context, tab } = await open(browser, page, views[0], false);
  const text = await tab.locator("main").innerText();
  if (text.length < 200) faults.push(`${page}: without script it has only ${text.length} characters`);
  await context.close();
  await checkRounds(browser, page);
  await checkModes(browser, page);
  if (page === "search.html") await checkSearch(browser, page);
}
await browser.close();

for (const fault of faults) console.error(fault);
console.log(`${pages.length} pages of ${relative(process.cwd(), site) || "."} checked in ${looks} views, ${faults.length} faults`);
process.exit(faults.length === 0 && pages.length > 0 ? 0 : 1);
