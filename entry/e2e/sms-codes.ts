import { loadEnvFile } from 'node:process'
import { envFile } from '../../tools/stack/stack-paths.ts'

loadEnvFile(envFile)
const smsUrl = process.env['QIMING_SIM_SMS_URL']
export const dingTalkUrl = process.env['QIMING_SIM_DINGTALK_URL']

/** The code in the newest message to this number since then; waits, because messages are sent after the answer. */
export async function waitForSmsCode(phone: string, since: Date): Promise<string> {
  for (let tries = 0; tries < 400; tries++) {
    const answer = await fetch(`${smsUrl}/messages?phone=${phone}`)
    const messages = (await answer.json()) as { parameters: { code?: string }; at: string }[]
    const code = messages.findLast(({ parameters, at }) => parameters.code && new Date(at) >= since)?.parameters.code
    if (code) return code
    await new Promise((done) => setTimeout(done, 50))
  }
  throw new Error('no code was sent')
}
