/** Whether an address belongs to an application that is closed for the user. */
export const isInClosedApplication = (path: string, closed: readonly string[] = []) =>
  closed.some((url) => path === url || path.startsWith(`${url}/`))
