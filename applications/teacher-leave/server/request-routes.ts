import type { FastifyInstance } from 'fastify'

/** The life of a request: form, submission, changes, return. */
export function requestRoutes(_app: FastifyInstance) {}
