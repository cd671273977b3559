/** DingTalk's work notices and its list of staff, as an application of the company uses them: `topapi/…`. */
import { randomUUID } from 'node:crypto'
import { userCalled, type Company, type World } from './dingtalk-world.ts'
import { escaped, fieldsOf, json, page, type Answered, type Asked, type Routes } from './http.ts'

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
  company: Company
  invalid: string[]
  /** Told already today, in the same words. */
  repeated: string[]
}

const usersAtOnce = 100
const contentBytes = 2048
const day = 24 * 3600_000

/** The older interface: status 200 whatever happened. */
const answered = (body: object): Answered =>
  json({ ...body, request_id: randomUUID().replaceAll('-', '').slice(0, 12) })
const textOf = (value: unknown) => (typeof value === 'string' ? value : '')
const refused = (errcode: number, errmsg: string) => answered({ errcode, errmsg })
const ok = (rest: object = {}) => answered({ errcode: 0, errmsg: 'ok', ...rest })

export class Notices {
  readonly #world: World
  readonly #tasks = new Map<number, Task>()
  readonly #toldAt = new Map<string, number>()
  #notices: Notice[] = []
  #lastTask = 256_000_000_000

  constructor(world: World) {
    this.#world = world
  }

  readonly vendor: Routes = {
    'POST /topapi/user/getbyunionid': (asked) => this.#with(asked, (company, body) => this.#user(company, body)),
    'POST /topapi/v2/user/getbymobile': (asked) => this.#with(asked, (_, body) => this.#userOfMobile(body)),
    'POST /topapi/message/corpconversation/asyncsend_v2': (asked) =>
      this.#with(asked, (company, body) => this.#send(company, body)),
    'POST /topapi/message/corpconversation/getsendresult': (asked) =>
      this.#with(asked, (company, body) => this.#result(company, body)),
    'POST /topapi/message/corpconversation/status_bar/update': (asked) =>
      this.#with(asked, (company, body) => this.#update(company, body)),
    'POST /topapi/message/corpconversation/recall': (asked) =>
      this.#with(asked, (company, body) => this.#recall(company, body)),
  }

  readonly play: Routes = {
    'GET /notices': ({ query }) =>
      json(this.#notices.filter(({ userId }) => !query.get('userid') || userId === query.get('userid'))),
    'DELETE /notices': () => {
      this.#notices = []
      this.#toldAt.clear()
      return json({})
    },
    'GET /play/notices': () => this.#page(),
  }

  #with({ query, body }: Asked, work: (company: Company, body: Record<string, unknown>) => Answered): Answered {
    const company = this.#world.companyOfToken(query.get('access_token') ?? '', Date.now())
    if (company) return work(company, fieldsOf(body))
    const sub = { sub_code: '40014', sub_msg: '不合法的access_token' }
    return answered({ errcode: 88, ...sub, errmsg: `ding talk error[subcode=${sub.sub_code},submsg=${sub.sub_msg}]` })
  }

  #user(_: Company, { unionid }: Record<string, unknown>): Answered {
    if (typeof unionid !== 'string' || unionid === '') return refused(40035, '缺少参数 unionid')
    if (!this.#world.isKnown(unionid)) return refused(60121, '找不到该用户')
    return ok({ result: { contact_type: 0, userid: `user-${unionid}` } })
  }

  #userOfMobile({ mobile }: Record<string, unknown>): Answered {
    if (typeof mobile !== 'string' || mobile === '') return refused(40035, '缺少参数 mobile')
    const { unionId } = userCalled(mobile)
    if (!this.#world.isKnown(unionId)) return refused(60121, '找不到该用户')
    return ok({ result: { userid: `user-${unionId}` } })
  }

  #send(company: Company, body: Record<string, unknown>): Answered {
    if (Number(body['agent_id']) !== company.agentId) return refused(41011, '不合法的agentid')
    const users = textOf(body['userid_list']).split(',').filter(Boolean)
    if (users.length === 0) return refused(33001, '无效的会话接收者')
    if (users.length > usersAtOnce) return refused(400042, '接收者userid列表过长')
    const msg = Object(body['msg']) as Record<string, unknown>
    const oa = Object(msg['oa']) as { message_url?: string; status_bar?: { status_value?: string }; body?: object }
    const told = JSON.stringify(msg)
    if (Buffer.byteLength(told) > contentBytes) return refused(33012, '消息体过长')
    if (msg['msgtype'] !== 'oa' || !oa.body) return refused(33011, '不支持的消息类型')
    const { title = '', content = '' } = oa.body as { title?: string; content?: string }
    const taskId = ++this.#lastTask
    const task: Task = { company, invalid: [], repeated: [] }
    for (const userId of new Set(users)) {
      const key = `${company.corpId} ${company.agentId} ${userId} ${told}`
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

  #taskOf(company: Company, id: unknown) {
    const task = this.#tasks.get(Number(id))
    return task?.company === company ? task : undefined
  }

  #result(company: Company, { agent_id, task_id }: Record<string, unknown>): Answered {
    const task = this.#taskOf(company, task_id)
    if (!task || Number(agent_id) !== company.agentId) return refused(33013, '任务不存在')
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

  #update(company: Company, { agent_id, task_id, status_value }: Record<string, unknown>): Answered {
    const task = this.#taskOf(company, task_id)
    if (!task || Number(agent_id) !== company.agentId) return refused(33013, '任务不存在')
    for (const notice of this.#notices) if (notice.taskId === Number(task_id)) notice.status = textOf(status_value)
    return ok()
  }

  #recall(company: Company, { agent_id, msg_task_id }: Record<string, unknown>): Answered {
    const task = this.#taskOf(company, msg_task_id)
    if (!task || Number(agent_id) !== company.agentId) return refused(33013, '任务不存在')
    for (const notice of this.#notices) if (notice.taskId === Number(msg_task_id)) notice.isRecalled = true
    return ok()
  }

  #page(): Answered {
    const shown = this.#notices.slice(-200).toReversed()
    const rows = shown.map(
      ({ userId, title, content, status, isRecalled }) =>
        `<tr>${[userId, title, content, isRecalled ? '已撤回' : status].map((cell) => `<td>${escaped(cell)}`).join('')}`,
    )
    const table = `<table><thead><tr><th>接收人<th>标题<th>内容<th>状态</thead><tbody>${rows.join('')}</tbody></table>`
    return page('钉钉模拟器：工作通知', rows.length ? table : '<p>还没有工作通知。</p>', {
      head: '<meta http-equiv="refresh" content="3">',
    })
  }
}
