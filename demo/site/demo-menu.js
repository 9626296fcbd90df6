// The select of the demo's bar leads to a page: on touch screens as soon as it is chosen, otherwise with the button beside it,
// because arrow keys choose each page that they pass.
const form = document.querySelector('.menu');
const openPage = () => location.assign(form.querySelector('select').value);

form.addEventListener('submit', event => {
  event.preventDefault();
  openPage();
});
form.addEventListener('change', () => {
  if (matchMedia('(pointer: coarse)').matches) openPage();
});
// The page that Back leads to shows its own name again.
addEventListener('pageshow', () => form.reset());
