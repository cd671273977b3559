const schoolTypes: readonly string[] = ['school', 'kindergarten', 'other-school']

/** Whether an organisation is a school, not an office above schools. */
export const isSchool = (type: string) => schoolTypes.includes(type)
