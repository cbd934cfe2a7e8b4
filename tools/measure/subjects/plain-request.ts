import type { APIGatewayProxyEventV2 } from 'aws-lambda';

interface Body {
  readonly sn: readonly string[];
  readonly 'firmware-id': number;
}

/** What a request says, taken at its word. */
export interface PlainRequest {
  readonly sid: string | undefined;
  readonly uid: string | undefined;
  readonly sns: readonly string[];
  readonly firmwareId: number;
}

const parseBody: (text: string) => Body = JSON.parse;

/** Reads an event without checking any of it: the subjects that use it are to have no validation. */
export function plainRequest({ cookies = [], body = '' }: APIGatewayProxyEventV2): PlainRequest {
  const { sn, 'firmware-id': firmwareId } = parseBody(body);
  return { sid: cookie(cookies, 'cloud-sid'), uid: cookie(cookies, 'cloud-uid'), sns: sn, firmwareId };
}

function cookie(cookies: readonly string[], name: string): string | undefined {
  return cookies.find((text) => text.startsWith(`${name}=`))?.slice(name.length + 1);
}
