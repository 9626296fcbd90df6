'use client'; // Frameworks that render on a server leave the element to the browser.

// `enquiry-form/react`: defines the element, and renders it as a component of React 19. Its declarations, which
// `tools/build/jsx-types.ts` writes, describe the component and the tag.
//
// `@lit/react` has no types of attributes, and leaves out `proxy` when a server renders the tag.
import { createElement, type Ref, useImperativeHandle, useLayoutEffect, useRef } from 'react';
import type { EnquiryForm as FormElement, MessageOverrides, Values } from './element.ts';
import './index.ts';

interface Props {
  ref?: Ref<FormElement>;
  values?: Values;
  messages?: MessageOverrides;
  [name: string]: unknown;
}

/** Renders the tag. React sets neither properties nor listeners of a tag that a server has rendered, and warns of
 * attributes that the element has set itself, such as `ready`. */
export function EnquiryForm({ ref, values, messages, ...others }: Props) {
  const rendered = useRef<FormElement>(null);
  const attributes: Record<string, unknown> = {};
  const listeners: [type: string, listener: EventListener][] = [];
  for (const [name, value] of Object.entries(others)) {
    if (/^on\w+-/.test(name)) listeners.push([name.slice(2), value as EventListener]);
    else attributes[attributeNames.get(name) ?? name] = value;
  }
  useImperativeHandle(ref, () => rendered.current!, []);
  useLayoutEffect(() => {
    rendered.current!.values = values;
  }, [values]);
  useLayoutEffect(() => {
    rendered.current!.messages = messages;
  }, [messages]);
  useLayoutEffect(() => {
    const form = rendered.current!;
    for (const [type, listener] of listeners) form.addEventListener(type, listener);
    return () => {
      for (const [type, listener] of listeners) form.removeEventListener(type, listener);
    };
  });
  return createElement('enquiry-form', { ...attributes, ref: rendered, suppressHydrationWarning: true });
}

/** The attributes of properties such as `caseType`: a server can render them. */
const attributeNames = new Map([
  ['caseType', 'case-type'],
  ['hiddenFields', 'hidden-fields'],
  ['readonlyFields', 'readonly-fields'],
]);
