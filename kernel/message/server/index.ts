import { defineServerModule } from '#packages/http'
import { manifest } from '../manifest.ts'
import { configureSms } from './sms.ts'

export { sendSms, type SmsResult } from './sms.ts'
export default defineServerModule({ manifest, start: ({ env }) => configureSms(env) })
