import { createHash, randomBytes } from 'node:crypto'

export interface DingTalkCompany {
  corpId: string
  name: string
  clientId: string
  clientSecret: string
  /** The id of the application in work notices. */
  agentId?: number
}

export interface DingTalkUser {
  unionId: string
  nick: string
}

interface Code {
  user: DingTalkUser
  corpId: string
  /** The client of the code; a code made inside DingTalk is for the company's application. */
  clientId: string
  /** Whether the application also requested the company of the user. */
  includesCompany: boolean
  madeAt: number
}

const codeLifeMs = 5 * 60_000
export const tokenSeconds = 7200

const yunhe = { corpId: 'dingdemo-corp-yunhe', name: '云禾区教育局' }
const minghu = { corpId: 'dingdemo-corp-minghu', name: '明湖区教育局' }
export const demoCompanies: readonly DingTalkCompany[] = [
  { ...yunhe, clientId: 'dingdemo-app', clientSecret: 'dingdemo-secret', agentId: 1_000_001 },
  { ...minghu, clientId: 'dingdemo-app2', clientSecret: 'dingdemo-secret2', agentId: 1_000_002 },
]

/** An invented nick always gives the same person. */
export const createUser = (nick: string): DingTalkUser => ({
  nick,
  unionId: `sim${createHash('sha256').update(nick).digest('base64url').slice(0, 20)}iE`,
})
export const demoUsers = ['李敏', '王建国', '陈晓燕', '赵文博', '刘思雨'].map(createUser)

/** The state of the simulated DingTalk. */
export class DingTalkState {
  readonly companies: readonly DingTalkCompany[]
  readonly #webCodes = new Map<string, Code>()
  readonly #insideCodes = new Map<string, Code>()
  readonly #userTokens = new Map<string, DingTalkUser>()
  #appTokens: { value: string; company: DingTalkCompany; endsAt: number }[] = []

  readonly #staff = new Set(demoUsers.map(({ unionId }) => unionId))

  constructor(companies: readonly DingTalkCompany[]) {
    this.companies = companies
  }

  /** A user who got a code belongs to the staff from then on. */
  join = (unionId: string) => void this.#staff.add(unionId)
  leave = (unionId: string) => void this.#staff.delete(unionId)
  isKnown = (unionId: string) => this.#staff.has(unionId)

  companyOf = (corpId: string) => this.companies.find((company) => company.corpId === corpId)
  appOf = (clientId: string) => this.companies.find((company) => company.clientId === clientId)

  makeWebCode(clientId: string, corpId: string, user: DingTalkUser, includesCompany: boolean, now: number) {
    this.join(user.unionId)
    return storeCode(this.#webCodes, { user, corpId, clientId, includesCompany, madeAt: now })
  }
  makeInsideCode({ corpId, clientId }: DingTalkCompany, user: DingTalkUser, now: number) {
    this.join(user.unionId)
    return storeCode(this.#insideCodes, { user, corpId, clientId, includesCompany: true, madeAt: now })
  }

  /** A code works once, within five minutes, and only for its client. */
  takeWebCode = (code: string, clientId: string, now: number) => takeCode(this.#webCodes, code, clientId, now)
  takeInsideCode = (code: string, clientId: string, now: number) => takeCode(this.#insideCodes, code, clientId, now)

  makeUserToken(user: DingTalkUser) {
    const token = randomToken()
    this.#userTokens.set(token, user)
    return token
  }
  userOfToken = (token: string) => this.#userTokens.get(token)

  /** An application gets the same token again until it expires. */
  appToken(company: DingTalkCompany, now: number) {
    const there = this.#appTokens.find((token) => token.company === company && token.endsAt > now)
    if (there) return there.value
    const made = { value: randomToken(), company, endsAt: now + tokenSeconds * 1000 }
    this.#appTokens.push(made)
    return made.value
  }
  companyOfToken = (value: string, now: number) =>
    this.#appTokens.find((token) => token.value === value && token.endsAt > now)?.company
  forgetAppTokens() {
    this.#appTokens = []
  }
}

const randomToken = () => randomBytes(16).toString('hex')

function storeCode(codes: Map<string, Code>, code: Code) {
  const value = randomToken()
  codes.set(value, code)
  return value
}

function takeCode(codes: Map<string, Code>, value: string, clientId: string, now: number) {
  const code = codes.get(value)
  if (!code || code.clientId !== clientId) return undefined
  codes.delete(value)
  return now - code.madeAt < codeLifeMs ? code : undefined
}
