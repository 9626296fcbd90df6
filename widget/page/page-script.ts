// `form-page.js`: the classic script in a page of the proxy that is in a frame. It tells the page around the frame how tall
// this one is.

/** The allowed origins, separated by spaces. */
const origins = document.currentScript?.dataset.origins ?? '';

if (parent !== window) {
  const allowed = [location.origin, ...origins.split(' ')];
  // Firefox before version 150 doesn't reveal the parent's origin. Browsers drop messages for another origin.
  const parentOrigin = location.ancestorOrigins?.[0];
  const targets = parentOrigin === undefined ? allowed : allowed.filter(each => each === parentOrigin);
  const root = document.documentElement;
  const tellHeight = () => {
    const height = Math.ceil(root.getBoundingClientRect().height);
    for (const target of targets) parent.postMessage({ type: 'enquiry-height', height }, target);
  };
  new ResizeObserver(tellHeight).observe(root);
}
