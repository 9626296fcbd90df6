// The form with FormKit and its default configuration, as its documentation describes.
import { defaultConfig, FormKit as FormKitComponent, plugin } from '@formkit/vue';
import { type Component, createApp, h, onMounted, reactive, type VNode } from 'vue';
import {
  dateParts,
  introduction,
  isShown,
  labelOf,
  type Outline,
  outlines,
  privacy,
  reportSubmitted,
  reportUsable,
  send,
  title,
} from './outline.ts';

// With exact optional properties, its own type isn't that of a component of Vue.
const FormKit = FormKitComponent as Component;

/** FormKit's names of the types that have others in the outline. */
const types: Partial<Record<Outline['kind'], string>> = { checkboxes: 'checkbox', consent: 'checkbox' };

function field(outline: Outline): VNode[] {
  const { autocomplete, heading, help, isOptional, kind, name, options } = outline;
  const validation = isOptional ? undefined : kind === 'email' ? 'required|email' : 'required';
  const control =
    kind === 'date'
      ? h('fieldset', { key: name, class: 'field' }, [
          h('legend', [h('span', labelOf(outline)), h('span', { class: 'help' }, help)]),
          h(
            'div',
            { class: 'parts memorable' },
            dateParts.map(part =>
              h(FormKit, {
                type: 'text',
                name: `${name}-${part}`,
                label: part,
                inputmode: 'numeric',
                validation,
              }),
            ),
          ),
        ])
      : h(FormKit, {
          key: name,
          type: types[kind] ?? kind,
          name,
          label: labelOf(outline),
          help,
          validation,
          autocomplete,
          ...(kind === 'file' && { multiple: true }),
          ...(kind === 'select' && { placeholder: 'Choose…' }),
          ...(options && { options: options.map(([value, label]) => ({ value, label })) }),
        });
  return heading ? [h('h3', heading), control] : [control];
}

const app = createApp({
  setup() {
    const values = reactive<Record<string, unknown>>({});
    onMounted(reportUsable);
    const submit = ({ files, ...rest }: Record<string, unknown> & { files?: { name: string }[] }) =>
      reportSubmitted({ ...rest, files: files?.map(({ name }) => name) });
    const conditions = new Set(outlines.flatMap(({ shownWhen }) => shownWhen?.[0] ?? []));
    // As `v-model` does, but only for the answers that others depend on, so that typing doesn't draw the form again.
    const take = (next: Record<string, unknown> = {}) => {
      for (const name of conditions) if (`${values[name]}` !== `${next[name]}`) values[name] = next[name];
    };
    return () => [
      h('h2', title),
      h('p', { class: 'lede' }, introduction),
      h(
        FormKit,
        {
          type: 'form',
          submitLabel: send,
          onSubmit: submit,
          'onUpdate:modelValue': take,
          modelValue: undefined,
        },
        {
          default: () =>
            h('div', { class: 'rows' }, [
              ...outlines.filter(outline => isShown(outline, values)).flatMap(field),
              h('p', { class: 'privacy' }, privacy),
            ]),
        },
      ),
    ];
  },
});
const rootClasses = (section: string) => ({ outer: { field: true }, help: { help: true } })[section] ?? {};
app.use(plugin, defaultConfig({ config: { rootClasses } }));
app.mount('.form');
