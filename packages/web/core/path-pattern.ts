/** What an address says in the places that a pattern names: `/DP/:id`. Nothing when it is not such an address. */
export function matchPath(pattern: string, path: string): Record<string, string> | undefined {
  const wanted = pattern.split('/')
  const given = (path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path).split('/')
  if (wanted.length !== given.length) return undefined
  const params: Record<string, string> = {}
  for (const [at, part] of wanted.entries()) {
    const message = given[at]!
    if (!part.startsWith(':')) {
      if (part !== message) return undefined
    } else {
      if (!message) return undefined
      params[part.slice(1)] = decodePart(message)
    }
  }
  return params
}

/** Whatever somebody typed behind a percent sign is not worth a broken page. */
function decodePart(part: string) {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
