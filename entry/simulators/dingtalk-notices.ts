/** DingTalk's work notices and staff list, as an application of the company uses them: `topapi/…`. */
import { randomUUID } from 'node:crypto'
import { createUser, type DingTalkCompany, type DingTalkState } from './dingtalk-state.ts'
import {
  escapeHtml,
  parseFields,
  respondJson,
  renderPage,
  type SimulatorResponse,
  type SimulatorRequest,
  type SimulatorRoutes,
} from './http.ts'

interface Notice {
  taskId: number
  corpId: string
  userId: string
  title: string
  content: string
  url: string
  status: string
  at: string
  isRecalled: boolean
}

interface Task {
  company: DingTalkCompany
  invalid: string[]
  /** Users who already got the same text today. */
  repeated: string[]
}

const usersAtOnce = 100
const contentBytes = 2048
const day = 24 * 3600_000

/** The older interface always answers with status 200. */
const respond = (body: object): SimulatorResponse =>
  respondJson({ ...body, request_id: randomUUID().replaceAll('-', '').slice(0, 12) })
const textOf = (value: unknown) => (typeof value === 'string' ? value : '')
const respondError = (errcode: number, errmsg: string) => respond({ errcode, errmsg })
const ok = (rest: object = {}) => respond({ errcode: 0, errmsg: 'ok', ...rest })

export class WorkNotices {
  readonly #world: DingTalkState
  readonly #tasks = new Map<number, Task>()
  readonly #toldAt = new Map<string, number>()
  #notices: Notice[] = []
  #lastTask = 256_000_000_000

  constructor(world: DingTalkState) {
    this.#world = world
  }

  readonly vendor: SimulatorRoutes = {
    'POST /topapi/user/getbyunionid': (request) => this.#with(request, (company, body) => this.#user(company, body)),
    'POST /topapi/v2/user/getbymobile': (request) => this.#with(request, (_, body) => this.#userOfMobile(body)),
    'POST /topapi/message/corpconversation/asyncsend_v2': (request) =>
      this.#with(request, (company, body) => this.#send(company, body)),
    'POST /topapi/message/corpconversation/getsendresult': (request) =>
      this.#with(request, (company, body) => this.#result(company, body)),
    'POST /topapi/message/corpconversation/status_bar/update': (request) =>
      this.#with(request, (company, body) => this.#update(company, body)),
    'POST /topapi/message/corpconversation/recall': (request) =>
      this.#with(request, (company, body) => this.#recall(company, body)),
  }

  readonly play: SimulatorRoutes = {
    'GET /notices': ({ query }) =>
      respondJson(this.#notices.filter(({ userId }) => !query.get('userid') || userId === query.get('userid'))),
    'DELETE /notices': () => {
      this.#notices = []
      this.#toldAt.clear()
      return respondJson({})
    },
    'GET /play/notices': () => this.#page(),
  }

  #with(
    { query, body }: SimulatorRequest,
    work: (company: DingTalkCompany, body: Record<string, unknown>) => SimulatorResponse,
  ): SimulatorResponse {
    const company = this.#world.companyOfToken(query.get('access_token') ?? '', Date.now())
    if (company) return work(company, parseFields(body))
    const sub = { sub_code: '40014', sub_msg: '不合法的access_token' }
    return respond({ errcode: 88, ...sub, errmsg: `ding talk error[subcode=${sub.sub_code},submsg=${sub.sub_msg}]` })
  }

  #user(_: DingTalkCompany, { unionid }: Record<string, unknown>): SimulatorResponse {
    if (typeof unionid !== 'string' || unionid === '') return respondError(40035, '缺少参数 unionid')
    if (!this.#world.isKnown(unionid)) return respondError(60121, '找不到该用户')
    return ok({ result: { contact_type: 0, userid: `user-${unionid}` } })
  }

  #userOfMobile({ mobile }: Record<string, unknown>): SimulatorResponse {
    if (typeof mobile !== 'string' || mobile === '') return respondError(40035, '缺少参数 mobile')
    const { unionId } = createUser(mobile)
    if (!this.#world.isKnown(unionId)) return respondError(60121, '找不到该用户')
    return ok({ result: { userid: `user-${unionId}` } })
  }

  #send(company: DingTalkCompany, body: Record<string, unknown>): SimulatorResponse {
    if (Number(body['agent_id']) !== company.agentId) return respondError(41011, '不合法的agentid')
    const users = textOf(body['userid_list']).split(',').filter(Boolean)
    if (users.length === 0) return respondError(33001, '无效的会话接收者')
    if (users.length > usersAtOnce) return respondError(400042, '接收者userid列表过长')
    const msg = Object(body['msg']) as Record<string, unknown>
    const oa = Object(msg['oa']) as { message_url?: string; status_bar?: { status_value?: string }; body?: object }
    const messageText = JSON.stringify(msg)
    if (Buffer.byteLength(messageText) > contentBytes) return respondError(33012, '消息体过长')
    if (msg['msgtype'] !== 'oa' || !oa.body) return respondError(33011, '不支持的消息类型')
    const { title = '', content = '' } = oa.body as { title?: string; content?: string }
    const taskId = ++this.#lastTask
    const task: Task = { company, invalid: [], repeated: [] }
    for (const userId of new Set(users)) {
      const key = `${company.corpId} ${company.agentId} ${userId} ${messageText}`
      if (!this.#world.isKnown(userId.replace(/^user-/, ''))) task.invalid.push(userId)
      else if ((this.#toldAt.get(key) ?? 0) > Date.now() - day) task.repeated.push(userId)
      else {
        this.#toldAt.set(key, Date.now())
        const where = { taskId, corpId: company.corpId, userId, url: oa.message_url ?? '' }
        const status = oa.status_bar?.status_value ?? ''
        this.#notices.push({ ...where, title, content, status, at: new Date().toISOString(), isRecalled: false })
      }
    }
    this.#tasks.set(taskId, task)
    return ok({ task_id: taskId })
  }

  #taskOf(company: DingTalkCompany, id: unknown) {
    const task = this.#tasks.get(Number(id))
    return task?.company === company ? task : undefined
  }

  #result(company: DingTalkCompany, { agent_id, task_id }: Record<string, unknown>): SimulatorResponse {
    const task = this.#taskOf(company, task_id)
    if (!task || Number(agent_id) !== company.agentId) return respondError(33013, '任务不存在')
    const got = this.#notices.filter(({ taskId }) => taskId === Number(task_id)).map(({ userId }) => userId)
    const send_result = {
      invalid_user_id_list: task.invalid,
      forbidden_user_id_list: task.repeated,
      failed_user_id_list: [],
      read_user_id_list: [],
      unread_user_id_list: got,
      invalid_dept_id_list: [],
      forbidden_list: task.repeated.map((userid) => ({ code: '143106', count: 1, userid })),
    }
    return ok({ send_result })
  }

  #update(company: DingTalkCompany, { agent_id, task_id, status_value }: Record<string, unknown>): SimulatorResponse {
    const task = this.#taskOf(company, task_id)
    if (!task || Number(agent_id) !== company.agentId) return respondError(33013, '任务不存在')
    for (const notice of this.#notices) if (notice.taskId === Number(task_id)) notice.status = textOf(status_value)
    return ok()
  }

  #recall(company: DingTalkCompany, { agent_id, msg_task_id }: Record<string, unknown>): SimulatorResponse {
    const task = this.#taskOf(company, msg_task_id)
    if (!task || Number(agent_id) !== company.agentId) return respondError(33013, '任务不存在')
    for (const notice of this.#notices) if (notice.taskId === Number(msg_task_id)) notice.isRecalled = true
    return ok()
  }

  #page(): SimulatorResponse {
    const shown = this.#notices.slice(-200).toReversed()
    const rows = shown.map(
      ({ userId, title, content, status, isRecalled }) =>
        `<tr>${[userId, title, content, isRecalled ? '已撤回' : status].map((cell) => `<td>${escapeHtml(cell)}`).join('')}`,
    )
    const table = `<table><thead><tr><th>接收人<th>标题<th>内容<th>状态</thead><tbody>${rows.join('')}</tbody></table>`
    return renderPage('钉钉模拟器：工作通知', rows.length ? table : '<p>还没有工作通知。</p>', {
      head: '<meta http-equiv="refresh" content="3">',
    })
  }
}
