interface Request {
  user: { realName: string; orgName: string } | null
  page: string
  path: string
  right: string
  request: string
}

/** Words that somebody can send to whoever grants rights, and that say everything they have to know. */
export function requestText({ user, page, path, right, request }: Request): string {
  const lines: [name: string, value: string][] = [
    ['申请人', user ? `${user.realName}（${user.orgName}）` : ''],
    ['页面', page ? `${page}（${path}）` : path],
    ['需要的权限', right],
    ['问题编号', request],
  ]
  const known = lines.filter(([, value]) => value).map(([name, value]) => `${name}：${value}`)
  return ['您好，申请开通以下权限。', ...known].join('\n')
}
