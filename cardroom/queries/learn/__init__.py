"""Learning: what people keep of their practice, and the daily hand."""
