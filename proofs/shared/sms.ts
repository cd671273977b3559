import { waitUntil } from '../../tools/stack/service.ts'

export interface SentSms {
  template: string
  parameters: { code?: string }
}

/** The messages that the simulated gateway sent to a phone. */
export async function messagesTo(phone: string): Promise<SentSms[]> {
  const response = await fetch(`${process.env['QIMING_SIM_SMS_URL']}/messages?phone=${phone}`)
  return (await response.json()) as SentSms[]
}

export const codesTo = async (phone: string) =>
  (await messagesTo(phone)).flatMap(({ parameters }) => parameters.code ?? [])

/** Waits for the code sent to a phone. It is sent after the answer, so that the answer time reveals nothing. */
export async function codeSentTo(phone: string): Promise<string> {
  let codes: string[] = []
  await waitUntil(`a code for ${phone}`, async () => (codes = await codesTo(phone)).length > 0, 60)
  return codes.at(-1)!
}
