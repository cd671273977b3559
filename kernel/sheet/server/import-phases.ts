/** An import is one task, which its owner continues twice. */
const phases = ['读取', '检查', '导入'] as const

export const getImportPhase = (title: (typeof phases)[number], taskId: string | null) => ({
  phase: { of: phases, at: phases.indexOf(title), taskId },
})
