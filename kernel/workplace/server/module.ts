import { defineServerModule, type Env } from '#packages/http'
import { manifest } from '../manifest.ts'
import { createDingTalkService } from './dingtalk-client.ts'
import { dingtalkInvitationChannel } from './dingtalk-invitations.ts'
import { workplaceRoutes } from './routes.ts'
import { dingtalkChannel } from './dingtalk-channel.ts'

/** The public URL of this site, for links in DingTalk notices. */
const publicUrlOf = (env: Env) =>
  env['QIMING_PUBLIC_URL'] ?? `http://127.0.0.1:${env['QIMING_WEB_PORT'] ?? env['QIMING_API_PORT'] ?? 3000}`

export default defineServerModule({
  manifest,
  routes: workplaceRoutes,
  fromSettings: (env) => ({
    dingtalkService: [createDingTalkService(env)],
    deliveryChannels: [dingtalkChannel(publicUrlOf(env))],
    invitationSenders: [dingtalkInvitationChannel(publicUrlOf(env))],
  }),
})
