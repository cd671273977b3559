export interface DingTalkReturn {
  ddId: string
  /** What DingTalk's page gave; empty when the visit begins here. */
  code: string
  state: string
  /** The visitor said no there. */
  isRefused: boolean
  /** The same address without what must not be read twice or by others. */
  address: string
}

/** Reads /DDLogin/{ddId}?authCode=…&state=…; some versions of DingTalk call it `code`. */
export function parseDingTalkReturn(pathname: string, search: string): DingTalkReturn {
  const params = new URLSearchParams(search)
  const code = params.get('authCode') ?? params.get('code') ?? ''
  const state = params.get('state') ?? ''
  const isRefused = params.has('error')
  for (const name of ['authCode', 'code', 'state', 'error']) params.delete(name)
  const rest = params.toString()
  return { ddId: findDdId(pathname), code, state, isRefused, address: pathname + (rest && `?${rest}`) }
}

function findDdId(pathname: string): string {
  try {
    return decodeURIComponent(/^\/DDLogin\/([^/]+)\/?$/.exec(pathname)?.[1] ?? '')
  } catch {
    return ''
  }
}
