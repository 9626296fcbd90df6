import { test } from '../test.ts';
import { darkColoursSuite } from './suites/dark-colours.ts';

darkColoursSuite(test);
