// The steps of a visitor's journey across the pages of two sites.

import { followLink, goBackTo, waitUntilLoaded } from '../visitor/navigation.ts';
import type { Visitor } from '../visitor/visitor.ts';
import type { EnquiryForm } from './house-move-page.ts';
import { type JourneyPage, journeyForm, journeyPage } from './journey-page.ts';
import type { Site } from './site.ts';

/** The browser, and the sites that the visitor opens. */
export interface Surroundings {
  visitor: Visitor;
  proxy: string;
  /** The customer's site. */
  site: Site;
  /** A site that links to the customer's. */
  elsewhere: Site;
}

export type Step = (surroundings: Surroundings) => Promise<void>;

function serve({ site, proxy }: Surroundings, path: string, page: JourneyPage): string {
  site.serve(path.replace(/[?#].*/s, ''), journeyPage(proxy, page), page.headers);
  return site.url + path;
}

/** Enters the address of a page, so that there is no referrer. */
export const opens = (path: string, page: JourneyPage = {}): Step => {
  return async surroundings => {
    await surroundings.visitor.open(serve(surroundings, path, page));
    await waitUntilLoaded(surroundings.visitor);
  };
};

/** Follows a link on the current page. */
export const follows = (path: string, page: JourneyPage = {}): Step => {
  return surroundings => followLink(surroundings.visitor, serve(surroundings, path, page));
};

/** Opens a page of the other site, whose referrer policy passes on its whole address, and follows a link on it. */
export const comesFrom = (elsewherePath: string, path: string, page: JourneyPage = {}): Step => {
  return async surroundings => {
    const { elsewhere, visitor } = surroundings;
    const headers = { 'referrer-policy': 'unsafe-url' };
    elsewhere.serve(elsewherePath.replace(/[?#].*/s, ''), '<!doctype html><title>Elsewhere</title>', headers);
    await visitor.open(elsewhere.url + elsewherePath);
    await followLink(visitor, serve(surroundings, path, page));
  };
};

export const goesBackTo = (path: string): Step => {
  return ({ visitor, site }) => goBackTo(visitor, site.url + path);
};

/** Moves to another address of a single-page app. */
export const pushesAddress = (path: string): Step => {
  return ({ visitor }) => visitor.run(address => history.pushState(null, '', address), path);
};

/** A single-page app adds a form to the page. */
export const addsForm = (attributes: string): Step => {
  return async ({ visitor }) => {
    await visitor.run(
      html => document.body.insertAdjacentHTML('beforeend', html),
      journeyForm('Form 1', attributes),
    );
    await waitUntilLoaded(visitor);
  };
};

/** The page's consent banner tells the widget the visitor's choice. */
export const consents = (attribution: boolean): Step => {
  return ({ visitor }) =>
    visitor.run(isAllowed => {
      document.dispatchEvent(new CustomEvent('enquiry-consent', { detail: { attribution: isAllowed } }));
    }, attribution);
};

/** Sets an attribute of the form. */
export const setsAttribute = (name: string, value: string): Step => {
  return ({ visitor }) =>
    visitor.run(
      ([attribute, text]) => {
        document.querySelector('enquiry-form')!.setAttribute(attribute, text);
      },
      [name, value] as const,
    );
};

/** Sends every form of the page, one after the other. Resolves with whether each was accepted. */
export function sendForms(visitor: Visitor): Promise<boolean[]> {
  return visitor.run(async () => {
    const results: boolean[] = [];
    for (const form of document.querySelectorAll<EnquiryForm>('enquiry-form'))
      results.push(await form.submit());
    return results;
  }, undefined);
}
