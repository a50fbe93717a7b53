"""Washington's War: the American Revolution, card-driven, for two players."""
