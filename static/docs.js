// What the API reference does beyond reading: a filter over its operations, and copying of examples.
const form = document.querySelector("form[role=search]");
const input = form.querySelector("input");
const status = document.querySelector("[role=status]");
const operations = [...document.querySelectorAll(".api-operation")].map((element) => ({
  element,
  text: element.querySelector("summary").textContent.toLowerCase(),
}));

/** Hides what lacks any of the words, and the sections that nothing is left of. */
function filter() {
  const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
  for (const { element, text } of operations) {
    element.hidden = !words.every((word) => text.includes(word));
  }
  const left = operations.some(({ element }) => !element.hidden);
  for (const part of document.querySelectorAll(".api-group, .api-section")) {
    part.hidden = words.length > 0 && !part.querySelector(".api-operation:not([hidden])");
  }
  status.textContent = left ? "" : status.dataset.none;
}

form.hidden = false;
input.addEventListener("input", filter);
form.addEventListener("submit", (event) => event.preventDefault());

// A link may lead to what the filter hides, and not every browser opens what is around its target.
addEventListener("click", ({ target }) => {
  const link = target.closest("a[href^='#']");
  const found = link && document.getElementById(link.hash.slice(1));
  if (found?.closest("[hidden]")) {
    input.value = "";
    filter();
  }
  found?.closest("details")?.setAttribute("open", "");
});

if (navigator.clipboard) {
  for (const example of document.querySelectorAll(".api-operation figure:has(pre)")) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "button";
    button.textContent = status.dataset.copy;
    button.addEventListener("click", async () => {
      await navigator.clipboard.writeText(example.querySelector("pre").textContent);
      button.textContent = status.dataset.copied;
    });
    example.querySelector("figcaption").append(button);
  }
}
