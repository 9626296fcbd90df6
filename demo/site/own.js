// The controls beside a site owner's form: the look with the CSS that makes it, buttons that copy, and the fault.
const frame = document.querySelector('iframe');
const look = document.querySelector('.look');
const css = document.querySelector('#css');
const lookName = 'demo-look';
const properties = {
  accent: value => ['--enquiry-accent', value],
  radius: value => ['--enquiry-radius', `${value}px`],
  font: value => ['--enquiry-font', value],
};

const chosen = JSON.parse(sessionStorage.getItem(lookName) ?? '{}');
for (const [name, value] of Object.entries(chosen)) look.elements[name].value = value;

function apply() {
  const declarations = Object.entries(chosen).map(([name, value]) => properties[name](value));
  for (const { style } of frame.contentDocument?.querySelectorAll('enquiry-form') ?? []) {
    for (const name of ['accent', 'radius', 'font']) style.removeProperty(`--enquiry-${name}`);
    for (const [property, value] of declarations) style.setProperty(property, value);
  }
  const lines = declarations.map(([property, value]) => `  ${property}: ${value};\n`);
  css.hidden = lines.length === 0;
  css.querySelector('pre').textContent = `enquiry-form {\n${lines.join('')}}`;
}
look.addEventListener('submit', event => event.preventDefault());
look.addEventListener('input', ({ target }) => {
  if (target.value.trim() === '' || !target.validity.valid) delete chosen[target.name];
  else chosen[target.name] = target.value.trim();
  sessionStorage.setItem(lookName, JSON.stringify(chosen));
  apply();
});
frame.addEventListener('load', apply);
apply();

for (const button of document.querySelectorAll('.copied button'))
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(button.parentElement.querySelector('pre').textContent);
    button.textContent = 'Copied';
    setTimeout(() => (button.textContent = 'Copy'), 2_000);
  });

// Each choice leads to another page.
const options = document.querySelector('.options');
options.open = sessionStorage.getItem('demo-options') === 'true';
options.addEventListener('toggle', () => sessionStorage.setItem('demo-options', options.open));

const fault = document.querySelector('.fault');
fault.classList.add('scripted');
fault.addEventListener('change', () =>
  fetch(fault.action, { method: 'POST', body: new URLSearchParams(new FormData(fault)), redirect: 'manual' }),
);
