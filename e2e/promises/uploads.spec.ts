import { test } from '../test.ts';
import { uploadSuite } from './suites/uploads.ts';

uploadSuite(test);
