const labels: Record<number, string> = { 1: '学生', 2: '家长' }

/** The name of a user type in the light root. */
export const getUserTypeLabel = (userType: number | undefined) => labels[userType ?? 0] ?? '教职工'
