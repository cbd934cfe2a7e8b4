import { expect, test } from '@jest/globals';
import { StandInAnswers } from '../../../../tools/measure/tables/stand-in-answers.ts';

const answers = () => new StandInAnswers({ Devices: { sn: { S: 'recorded' }, modelId: { N: '2' }, name: { S: 'x' } } });
const put = { TableName: 'Upgrades', Item: { sn: { S: 'A1' } }, ConditionExpression: 'any' };

test('A recorded table holds its item under every key, as far as it is asked for', () => {
  const read = { Keys: [{ sn: { S: 'A1' } }], ProjectionExpression: '#0, #1' };
  const RequestItems = { Devices: { ...read, ExpressionAttributeNames: { '#0': 'sn', '#1': 'modelId' } } };
  const { body } = answers().answer('BatchGetItem', JSON.stringify({ RequestItems }));
  expect(body).toEqual({ Responses: { Devices: [{ sn: { S: 'A1' }, modelId: { N: '2' } }] }, UnprocessedKeys: {} });
});

test('A conditional write succeeds once, and then shows what it met', () => {
  const standIn = answers();
  expect(standIn.answer('PutItem', JSON.stringify(put))).toEqual({ status: 200, body: {} });
  expect(standIn.answer('PutItem', JSON.stringify(put))).toMatchObject({ status: 400, body: { Item: put.Item } });
});
