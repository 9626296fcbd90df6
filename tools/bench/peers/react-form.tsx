// The form with React and react-hook-form, as its documentation describes: uncontrolled controls, and questions that
// watch the answers that they depend on.
import { type ReactNode, useEffect } from 'react';
import { createRoot } from 'react-dom/client';
import { FormProvider, useForm, useFormContext, useWatch } from 'react-hook-form';
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

const conditions = outlines.flatMap(({ shownWhen }) => shownWhen?.[0] ?? []);

function Form(): ReactNode {
  const form = useForm();
  useEffect(reportUsable, []);
  const submit = form.handleSubmit(({ files, ...values }) =>
    reportSubmitted({ ...values, files: [...(files ?? [])].map(({ name }: File) => name) }),
  );
  return (
    <FormProvider {...form}>
      <form noValidate onSubmit={event => void submit(event)}>
        <h2>{title}</h2>
        <p className="lede">{introduction}</p>
        <div className="rows">
          {outlines.map(outline =>
            outline.shownWhen ? (
              <Conditional key={outline.name} outline={outline} />
            ) : (
              <Field key={outline.name} outline={outline} />
            ),
          )}
          <div>
            <p className="privacy">{privacy}</p>
            <button type="submit" className="send">
              {send}
            </button>
          </div>
        </div>
      </form>
    </FormProvider>
  );
}

function Conditional({ outline }: { outline: Outline }): ReactNode {
  const watched = useWatch({ name: conditions });
  const values = Object.fromEntries(conditions.map((name, at) => [name, watched[at]]));
  return isShown(outline, values) && <Field outline={outline} />;
}

function Field({ outline }: { outline: Outline }): ReactNode {
  const { heading } = outline;
  return (
    <>
      {heading && <h3>{heading}</h3>}
      <div className="field">
        <Control outline={outline} />
      </div>
    </>
  );
}

function Control({ outline }: { outline: Outline }): ReactNode {
  const { register } = useFormContext();
  const { autocomplete, help, isOptional, kind, name, options = [] } = outline;
  const required = !isOptional;
  const note = help && (
    <span className="help" id={`${name}-help`}>
      {help}
    </span>
  );
  const common = {
    id: name,
    'aria-required': required,
    'aria-describedby': help && `${name}-help`,
    autoComplete: autocomplete,
    ...(kind !== 'date' && register(name, { required })), // Its parts are registered instead.
  };
  if (kind === 'consent')
    return (
      <label className="choice">
        <input type="checkbox" value="yes" {...common} />
        <span>{labelOf(outline)}</span>
      </label>
    );
  if (kind === 'radio' || kind === 'checkboxes' || kind === 'date')
    return (
      <fieldset>
        <legend>
          <span part="label">{labelOf(outline)}</span>
          {note}
        </legend>
        {kind === 'date' ? (
          <div className="parts memorable">
            {dateParts.map(part => (
              <label key={part}>
                {part}
                <input inputMode="numeric" aria-required {...register(`${name}-${part}`, { required })} />
              </label>
            ))}
          </div>
        ) : (
          <div className="choices">
            {options.map(([value, text]) => (
              <label key={value} className="choice">
                <input
                  type={kind === 'radio' ? 'radio' : 'checkbox'}
                  value={value}
                  {...register(name, { required })}
                />
                <span>{text}</span>
              </label>
            ))}
          </div>
        )}
      </fieldset>
    );
  return (
    <>
      <label part="label" htmlFor={name}>
        {labelOf(outline)}
      </label>
      {note}
      {kind === 'textarea' ? (
        <textarea {...common} />
      ) : kind === 'select' ? (
        <select {...common}>
          <option value="">Choose…</option>
          {options.map(([value, text]) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </select>
      ) : (
        <input type={kind} multiple={kind === 'file'} {...common} />
      )}
    </>
  );
}

createRoot(document.querySelector('.form')!).render(<Form />);
