export interface DingTalkReturn {
  ddId: string
  /** The code from DingTalk's page; empty at the start of a sign-in. */
  code: string
  state: string
  /** The user refused on DingTalk's page. */
  isRefused: boolean
  /** The same address without the parameters that must not be reused or leaked. */
  address: string
}

/** Reads /DDLogin/{ddId}?authCode=…&state=…; some versions of DingTalk name the parameter `code`. */
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
