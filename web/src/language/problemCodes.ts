// Which problems every screen may meet, and which the account screen alone, which has the sentences for them.
import type { ProblemCode } from "../api/types";

export const ACCOUNT_PROBLEMS = [
  "weak_password",
  "wrong_login",
  "verify_first",
  "not_an_account",
  "already_an_account",
  "registration_closed",
  "wrong_invitation_code",
  "last_way_back",
  "guest_has_games",
  "wrong_passkey",
  "too_many_passkeys",
] as const;

export type AccountProblem = (typeof ACCOUNT_PROBLEMS)[number];
export type CommonProblem = Exclude<ProblemCode, AccountProblem>;
