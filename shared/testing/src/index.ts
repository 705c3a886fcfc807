export { collected, happenings, inTurn, turn, type Turn } from './scope.ts'
