import { readFileSync } from 'node:fs';
import { plainText } from './plain-text.ts';

const STANDARD_INPUT = 0;
process.stdout.write(plainText(readFileSync(STANDARD_INPUT, 'utf8')));
