namespace Tests.Mutations.Weaver;

/// <summary>Faults in the check of woven code. With such a fault the check misses unsound code, or reports sound code.</summary>
internal static class VerificationFaults
{
    public static readonly IReadOnlyList<WeaverMutation> All =
    [
        new(
            "Two values of different kinds that meet where paths join are no finding.",
            "ValueMerge.cs",
            "frame.Report(FindingKind.Merge, $\"{first} meets {second}\");",
            "",
            "Verification.WeaverCheckTests"),
        new(
            "What follows where paths meet is not looked at again for what the last of them leaves.",
            "BodyVerifier.cs",
            "            _states[index] = (merged, initialised);\n            _pending.Push(index);\n",
            "            _states[index] = (merged, initialised);\n",
            "Verification.WeaverCheckTests.Finds_what_is_broken"),
        new(
            "A branch from a catch into the middle of another handler's try passes.",
            "ControlTransfer.cs",
            "if (part.Kind == PartKind.Catch && part.Contains(from) && part.Tried == tried.Tried)",
            "if (part.Kind == PartKind.Catch && part.Contains(from))",
            "Verification.WeaverCheckTests"),
        new(
            "Private members of other types are seen.",
            "Visibility.cs",
            "Access.Private => _enclosing.Contains(member.DeclaringType),",
            "Access.Private => true,",
            "Verification.WeaverCheckTests"),
        new(
            "Any method stores into a field that only a constructor may write.",
            "FieldRules.cs",
            "        if (field.IsInitOnly && !MayInitialise(frame, field))\n",
            "        if (field.IsInitOnly && MayInitialise(frame, field) && field.Definition == null)\n",
            "Verification.WeaverCheckTests"),
        new(
            "Code that no path reaches is not looked at.",
            "BodyVerifier.cs",
            "            if (!_isReached[index])\n",
            "            if (!_isReached[index] && index < 0)\n",
            "Verification.WeaverCheckTests"),
        new(
            "A try that is entered with values on the stack passes.",
            "BodyVerifier.cs",
            "            if (_frame.Depth > 0)\n",
            "            if (_frame.Depth > 255)\n",
            "Verification.WeaverCheckTests"),
        new(
            "Symbols that name an await where no instruction starts pass.",
            "SymbolCheck.cs",
            "Require(!place.IsEndOfMethod && _starts.Contains(place.Offset), 0,",
            "Require(!place.IsEndOfMethod, 0,",
            "Verification.InWeaver.SoundWeaveTests"),
        new(
            "Lines that are out of order pass.",
            "SymbolCheck.cs",
            "Require(point.Offset > last, point.Offset,",
            "Require(point.Offset > last || last > 0, point.Offset,",
            "Verification.InWeaver.SymbolCheckTests"),
        new(
            "The name of a local variable that is not there passes.",
            "SymbolCheck.cs",
            "Require(variable.Index < _method.Body.Variables.Count, start,",
            "Require(variable.Index <= _method.Body.Variables.Count, start,",
            "Verification.InWeaver.SymbolCheckTests"),
        new(
            "A scope of variables that outlasts the one around it passes.",
            "SymbolCheck.cs",
            "Require(start <= inner.Start.Offset && innerEnd <= end,",
            "Require(start <= inner.Start.Offset,",
            "Verification.InWeaver.SymbolCheckTests"),
        new(
            "An await that is left and never resumed passes.",
            "SymbolCheck.cs",
            "Require(async.Yields.Count == async.Resumes.Count, 0,",
            "Require(async.Yields.Count >= async.Resumes.Count, 0,",
            "Verification.InWeaver.SymbolCheckTests"),
    ];
}
