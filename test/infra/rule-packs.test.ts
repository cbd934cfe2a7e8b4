import { describe, expect, test } from '@jest/globals';
import { AwsSolutionsChecks, ServerlessChecks } from 'cdk-nag';
import { createApp } from '../../infra/create-app.ts';
import { QUICK, STAGES } from '../support/templates.ts';

describe.each(STAGES)('Stage %s', (stage) => {
  test.each([
    ['AwsSolutions', AwsSolutionsChecks],
    ['Serverless', ServerlessChecks],
  ])('has no open finding of the %s rules', (_name, Pack) => {
    const app = createApp(QUICK, stage);
    expect(new Pack(app).validateScope(app).violations.map(({ ruleName }) => ruleName)).toEqual([]);
  });
});
