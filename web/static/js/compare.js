// The compare page: draws each figure that stands in the page as JSON, when it comes into sight.

import { chart } from "./charts.js";

const address = document.getElementById("charts").dataset.plotly;
const seen = new IntersectionObserver((entries) => {
  for (const { target, isIntersecting } of entries) {
    if (!isIntersecting) continue;
    seen.unobserve(target);
    chart(target.querySelector(".figure"), JSON.parse(target.querySelector("script").textContent), address);
  }
}, { rootMargin: "200px" });
for (const section of document.querySelectorAll(".chart")) seen.observe(section);
