import { defineServerModule, type Env } from '#packages/http'
import { manifest } from '../manifest.ts'
import { offerChannel } from '#kernel/message/server'
import { offerInvitationWay } from '#kernel/staff/server'
import { configureDingTalk } from './dingtalk.ts'
import { invitationByDingTalk } from './invitations.ts'
import { workplaceRoutes } from './routes.ts'
import { dingtalkWay } from './way.ts'

export { claimKeys, configureDistrict, type DingTalkFacts } from './service.ts'
/** Where people reach us: what is sent to DingTalk leads there. */
const publicUrlOf = (env: Env) =>
  env['QIMING_PUBLIC_URL'] ?? `http://127.0.0.1:${env['QIMING_WEB_PORT'] ?? env['QIMING_API_PORT'] ?? 3000}`

export default defineServerModule({
  manifest,
  routes: workplaceRoutes,
  start: ({ env }) => {
    configureDingTalk(env)
    offerChannel('dingtalk', dingtalkWay(publicUrlOf(env)))
    offerInvitationWay('dingtalk', invitationByDingTalk(publicUrlOf(env)))
  },
})
