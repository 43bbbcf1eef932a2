export const messageTypes = ["info", "success", "warning", "error"] as const;
export const messagePriorities = ["low", "normal", "high"] as const;
