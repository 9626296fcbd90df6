// `form-page.js`: the classic script in a page of the proxy that is in a frame. It tells the page around the frame how tall
// this one is. Browsers drop the messages if that page has another origin.

const site = document.currentScript?.dataset.origin;

if (site && parent !== window) {
  const root = document.documentElement;
  const tellHeight = () => {
    const height = Math.ceil(root.getBoundingClientRect().height);
    parent.postMessage({ type: 'enquiry-height', height }, site);
  };
  new ResizeObserver(tellHeight).observe(root);
}
