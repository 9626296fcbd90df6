// Reads how many tests passed, which failed, and which tags they carry, from the JSON reports of Vitest and Playwright.

import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

export interface Counts {
  passed: number;
  /** A line for each failed test: where it is, its title and the start of its error. */
  failures: string[];
  /** A line for each test that was left out: where it is, its title and the reason, if it gives one. */
  skipped: string[];
  /** The tags of all tests. */
  tags: string[];
}

const describe = (place: string, title: string, error = ''): string =>
  `${place}: ${title}: ${stripVTControlCharacters(error).trim().split('\n', 3).join(' ').slice(0, 300)}`;

export interface VitestReport {
  numPassedTests: number;
  testResults: {
    name: string;
    assertionResults: { status: string; fullName: string; failureMessages: string[]; tags: string[] }[];
  }[];
}

export const readVitestReport = ({ numPassedTests, testResults }: VitestReport): Counts => ({
  passed: numPassedTests,
  failures: testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === 'failed')
      .map(({ fullName, failureMessages }) => describe(relative('.', name), fullName, failureMessages[0])),
  ),
  skipped: testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === 'skipped' || status === 'pending')
      .map(({ fullName }) => `${relative('.', name)}: ${fullName}`),
  ),
  tags: testResults.flatMap(({ assertionResults }) => assertionResults.flatMap(({ tags }) => tags)),
});

interface PlaywrightSuite {
  specs: {
    file: string;
    line: number;
    title: string;
    tags: string[];
    tests: {
      projectName: string;
      status: 'expected' | 'unexpected' | 'flaky' | 'skipped';
      results: { error?: { message?: string } }[];
      annotations: { type: string; description?: string }[];
    }[];
  }[];
  suites?: PlaywrightSuite[];
}

export interface PlaywrightReport {
  stats: { expected: number };
  suites: PlaywrightSuite[];
}

/** A test that passed only when it was repeated counts as failed. */
export function readPlaywrightReport({ stats, suites }: PlaywrightReport): Counts {
  const read = ({ specs, suites: inner = [] }: PlaywrightSuite): string[] => [
    ...specs.flatMap(({ file, line, title, tests }) =>
      tests
        .filter(({ status }) => status === 'unexpected' || status === 'flaky')
        .map(({ projectName, results }) =>
          describe(`${file}:${line} (${projectName})`, title, results[0]?.error?.message),
        ),
    ),
    ...inner.flatMap(read),
  ];
  const readSkipped = ({ specs, suites: inner = [] }: PlaywrightSuite): string[] => [
    ...specs.flatMap(({ file, line, title, tests }) =>
      tests
        .filter(({ status }) => status === 'skipped')
        .map(({ projectName, annotations }) =>
          describe(`${file}:${line} (${projectName})`, title, annotations[0]?.description),
        ),
    ),
    ...inner.flatMap(readSkipped),
  ];
  const readTags = ({ specs, suites: inner = [] }: PlaywrightSuite): string[] => [
    ...specs.flatMap(({ tags }) => tags),
    ...inner.flatMap(readTags),
  ];
  return {
    passed: stats.expected,
    failures: suites.flatMap(read),
    skipped: suites.flatMap(readSkipped),
    tags: suites.flatMap(readTags),
  };
}
