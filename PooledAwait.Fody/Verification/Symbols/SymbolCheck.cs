namespace PooledAwait.Fody.Verification;

/// <summary>
/// Finds a method's symbols that refer to missing code. The checked symbols are lines, the ranges of local variables, and the positions where an await suspends
/// and resumes.
/// </summary>
internal sealed class SymbolCheck
{
    private readonly MethodDefinition _method;
    private readonly HashSet<int> _starts = [];
    private readonly int _end;
    private readonly List<Finding> _findings = [];

    private SymbolCheck(MethodDefinition method)
    {
        _method = method;
        foreach (var instruction in method.Body.Instructions)
        {
            _starts.Add(instruction.Offset);
            _end = instruction.Offset + instruction.GetSize();
        }
    }

    public static IReadOnlyList<Finding> Of(MethodDefinition method)
    {
        var debug = method.DebugInformation;
        if (!debug.HasSequencePoints && debug.Scope == null && !method.HasCustomDebugInformations)
        {
            return [];
        }

        var check = new SymbolCheck(method);
        check.Lines(debug);
        if (debug.Scope != null)
        {
            check.Scope(debug.Scope);
        }

        foreach (var custom in method.CustomDebugInformations)
        {
            check.Custom(custom);
        }

        return check._findings;
    }

    private void Lines(MethodDebugInformation debug)
    {
        var last = -1;
        foreach (var point in debug.SequencePoints)
        {
            Require(_starts.Contains(point.Offset), point.Offset, $"line {point.StartLine} where no instruction starts");
            Require(point.Offset > last, point.Offset, $"line {point.StartLine} out of order");
            last = point.Offset;
        }
    }

    private void Scope(ScopeDebugInformation scope)
    {
        var (start, end) = (scope.Start.Offset, scope.End.IsEndOfMethod ? _end : scope.End.Offset);
        Require(IsStretch(start, end), start, "a scope of local variables that is no stretch of the code");
        foreach (var variable in scope.Variables)
        {
            Require(variable.Index < _method.Body.Variables.Count, start, $"the name of a local variable {variable.Index} that is not there");
        }

        foreach (var inner in scope.Scopes)
        {
            var innerEnd = inner.End.IsEndOfMethod ? _end : inner.End.Offset;
            Require(start <= inner.Start.Offset && innerEnd <= end, inner.Start.Offset, "a scope that outlasts the one around it");
            Scope(inner);
        }
    }

    private void Custom(CustomDebugInformation custom)
    {
        switch (custom)
        {
            case AsyncMethodBodyDebugInformation async:
                var caught = async.CatchHandler;
                Require(
                    caught.IsEndOfMethod || caught.Offset == -1 || _method.Body.ExceptionHandlers.Any(handler => handler.HandlerStart?.Offset == caught.Offset),
                    0,
                    "an async method's catch where no handler starts");
                Require(async.Yields.Count == async.Resumes.Count, 0, "an await that is left and never resumed");
                foreach (var place in async.Yields.Concat(async.Resumes))
                {
                    Require(!place.IsEndOfMethod && _starts.Contains(place.Offset), 0, "an await where no instruction starts");
                }

                break;
            case StateMachineScopeDebugInformation machine:
                foreach (var hoisted in machine.Scopes)
                {
                    // If a field of the state machine holds no local, its range is empty, and is at the start of the code.
                    var (start, end) = (hoisted.Start.Offset, hoisted.End.IsEndOfMethod ? _end : hoisted.End.Offset);
                    Require((start, end) == (0, 0) || IsStretch(start, end), start, "a hoisted local that is no stretch of the code");
                }

                break;
        }
    }

    private bool IsStretch(int start, int end) => start <= end && _starts.Contains(start) && (end == _end || _starts.Contains(end));

    private void Require(bool holds, int offset, string otherwise)
    {
        if (!holds)
        {
            _findings.Add(new Finding(_method, offset, FindingKind.Symbols, otherwise));
        }
    }
}
