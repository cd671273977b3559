/** The parameters of an address by a pattern such as `/DP/:id`. Undefined when the address does not match. */
export function matchPath(pattern: string, path: string): Record<string, string> | undefined {
  const patternParts = pattern.split('/')
  const pathParts = (path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path).split('/')
  if (patternParts.length !== pathParts.length) return undefined
  const params: Record<string, string> = {}
  for (const [at, part] of patternParts.entries()) {
    const value = pathParts[at]!
    if (!part.startsWith(':')) {
      if (part !== value) return undefined
    } else {
      if (!value) return undefined
      params[part.slice(1)] = decodePart(value)
    }
  }
  return params
}

/** An invalid percent escape must not break the page. */
function decodePart(part: string) {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
