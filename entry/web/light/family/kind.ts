const kinds: Record<number, string> = { 1: '学生', 2: '家长' }

/** What somebody is called who is at home in the light root. */
export const kindOf = (userType: number | undefined) => kinds[userType ?? 0] ?? '教职工'
