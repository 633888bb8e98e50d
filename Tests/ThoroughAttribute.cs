using NUnit.Framework;

namespace Tests;

/// <summary>Marks a fixture that takes long, and mostly repeats in breadth what other fixtures show. The test command leaves it out; <c>docs/contributing.md</c> has the command that runs it.</summary>
[AttributeUsage(AttributeTargets.Class | AttributeTargets.Method)]
public sealed class ThoroughAttribute : CategoryAttribute;
