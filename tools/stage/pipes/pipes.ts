import * as v from 'valibot';
import { resourcesOf, type Template } from '../template.ts';
import { compileTemplate, type Detail } from './input-template.ts';
import { compilePattern } from './pattern.ts';

/** An event as it is put on the bus. */
export interface PipeEvent {
  readonly source: string;
  readonly detailType: string;
  readonly detail: Detail;
}

export interface Pipe {
  /** Logical id of the table whose stream it reads. */
  readonly tableId: string;
  /** The event for a stream record; undefined if the filter rejects the record. */
  eventOf(record: unknown): PipeEvent | undefined;
}

const PipeSchema = v.object({
  DesiredState: v.optional(v.literal('RUNNING')),
  Enrichment: v.optional(v.never()),
  Source: v.strictObject({ 'Fn::GetAtt': v.tuple([v.string(), v.literal('StreamArn')]) }),
  SourceParameters: v.object({
    // The reader of the stream here begins at its start.
    DynamoDBStreamParameters: v.object({ StartingPosition: v.literal('TRIM_HORIZON') }),
    FilterCriteria: v.object({ Filters: v.array(v.object({ Pattern: v.string() })) }),
  }),
  TargetParameters: v.object({
    EventBridgeEventBusParameters: v.strictObject({ Source: v.string(), DetailType: v.string() }),
    InputTemplate: v.string(),
  }),
});

/** The pipes of the template, from a table to an event bus. Throws a CommandError when one needs something unknown here. */
export function pipesOf(template: Template): Pipe[] {
  return resourcesOf(template, 'AWS::Pipes::Pipe', PipeSchema).map(({ properties }) => pipe(properties));
}

function pipe({ Source, SourceParameters, TargetParameters }: v.InferOutput<typeof PipeSchema>): Pipe {
  const patterns = SourceParameters.FilterCriteria.Filters.map(({ Pattern }) => compilePattern(Pattern));
  const detailOf = compileTemplate(TargetParameters.InputTemplate);
  const { Source: source, DetailType: detailType } = TargetParameters.EventBridgeEventBusParameters;
  return {
    tableId: Source['Fn::GetAtt'][0],
    eventOf: (record) =>
      patterns.some((matches) => matches(record)) ? { source, detailType, detail: detailOf(record) } : undefined,
  };
}
