import { afterAll, beforeAll, expect, it } from 'vitest'
import { useApprovals } from '#kernel/approval/server/approval.fixture.ts'
import { approveTask } from '#kernel/approval/server/api.ts'
import { updateWorkplaceBinding } from '#kernel/identity/server/api.ts'
import { createTestQueue } from '#kernel/message/server/jobs.fixture.ts'
import messageModule from '#kernel/message/server/module.ts'
import { startSimulator } from '#kernel/message/server/simulator.fixture.ts'
import { dingtalkChannel } from './dingtalk-channel.ts'
import { createDingTalkService } from './dingtalk-client.ts'
import { configureDingTalkDistrict } from './dingtalk-sign-in.ts'

const { database, declare, step, as, start, taskOf, actor } = useApprovals(['申请人', '甲', '乙'])
/** In the morning: at night notices wait. */
const morning = new Date('2026-11-18T02:00:00.000Z')
const queue = createTestQueue(database, messageModule.jobs!, [], () => morning)
const corpId = 'dingdemo-corp-yunhe'
let dingTalk: Awaited<ReturnType<typeof startSimulator>>

beforeAll(async () => {
  dingTalk = await startSimulator('dingtalk')
  const address = { QIMING_DINGTALK_API: dingTalk.url, QIMING_DINGTALK_OAPI: dingTalk.url }
  database.contribute('dingtalkService', createDingTalkService(address))
  database.contribute('deliveryChannels', dingtalkChannel('https://portal.example'))
  await as('管理员', async (ctx) => {
    const company = { corpId, clientId: 'dingdemo-app', clientSecret: 'dingdemo-secret', agentId: 1_000_001 }
    await configureDingTalkDistrict(ctx, { ddId: 'yunhe', ...company })
    for (const name of ['甲', '乙']) {
      await updateWorkplaceBinding(ctx, actor(name).personId, { corpId, unionId: `approval-${name}` })
      await dingTalk.ask('/play/staff', 'POST', { join: [`approval-${name}`] })
    }
  })
})
afterAll(() => dingTalk.stop())

const listStatuses = async () =>
  ((await dingTalk.ask('/notices')) as { status: string }[]).map(({ status }) => status).toSorted()

it('an approval closes the to-dos of all approvers of the step in DingTalk', async () => {
  declare({ steps: [step('head', ['甲', '乙'], { mode: 'any' })] })
  const flow = await start('申请人', {}, morning)
  await queue.work('message.deliver')
  const [notice] = (await dingTalk.ask('/notices')) as { url: string }[]
  expect(notice!.url).toContain(`https://portal.example/approval?flow=${flow.id}`)
  expect(await listStatuses()).toEqual(['待处理', '待处理'])
  const { id: taskId } = await taskOf(flow.id, '甲')
  await as('甲', (ctx) => approveTask(ctx, { taskId, opinion: '同意' }), morning)
  await queue.work('message.close-outside')
  expect(await listStatuses()).toEqual(['已处理', '已处理'])
})
