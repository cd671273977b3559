export type { Field, FieldKind, FormSection, FormSpec, Option } from '#packages/web/core/form/form-spec.ts'
