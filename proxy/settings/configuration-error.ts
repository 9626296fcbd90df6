import type { z } from 'zod';

/** What is wrong with one setting: where it stands, and what to do. Never holds a secret's value. */
export interface Fault {
  place: string;
  message: string;
}

/** Every issue of a zod error as a fault, its place as one would write it: `case_types.a.questions[2].id`. */
export function faultsOf(error: z.ZodError): Fault[] {
  return error.issues.flatMap(issue => {
    const place = placeOf(issue.path);
    if (issue.code === 'unrecognized_keys') {
      return issue.keys.map(key => ({ place: placeOf([...issue.path, key]), message: 'is not a setting' }));
    }
    const isMissing = issue.code === 'invalid_type' && issue.message.endsWith('received undefined');
    return [{ place, message: isMissing ? 'is missing' : issue.message }];
  });
}

/** A path as text: keys joined by dots, indexes in brackets. */
export function placeOf(path: PropertyKey[]): string {
  return path.reduce<string>(
    (text, step) =>
      typeof step === 'number' ? `${text}[${step}]` : text ? `${text}.${String(step)}` : String(step),
    '',
  );
}
