namespace PooledAwait.Fody.IL;

/// <summary>Keeps a method's symbols as they are before the first change, and restores them.</summary>
internal sealed class SymbolsBefore
{
    private readonly MethodDefinition _method;
    private readonly SequencePoint[] _lines;
    private readonly CustomDebugInformation[] _custom;
    private readonly List<Action> _back = [];

    public SymbolsBefore(MethodDefinition method)
    {
        _method = method;
        var debug = method.DebugInformation;
        _lines = debug.HasSequencePoints ? [.. debug.SequencePoints] : [];
        _custom = method.HasCustomDebugInformations ? [.. method.CustomDebugInformations] : [];
        var scope = debug.Scope;
        _back.Add(() => debug.Scope = scope);
        if (scope != null)
        {
            Keep(scope);
        }

        foreach (var custom in _custom)
        {
            Keep(custom);
        }
    }

    public void Restore()
    {
        BodyBefore.Fill(_method.DebugInformation.SequencePoints, _lines);
        if (_custom.Length > 0 || _method.HasCustomDebugInformations)
        {
            BodyBefore.Fill(_method.CustomDebugInformations, _custom);
        }

        _back.ForEach(back => back());
    }

    private void Keep(ScopeDebugInformation scope)
    {
        var (start, end) = (scope.Start, scope.End);
        VariableDebugInformation[] variables = scope.HasVariables ? [.. scope.Variables] : [];
        ScopeDebugInformation[] inner = scope.HasScopes ? [.. scope.Scopes] : [];
        _back.Add(() =>
        {
            (scope.Start, scope.End) = (start, end);
            if (variables.Length > 0 || scope.HasVariables)
            {
                BodyBefore.Fill(scope.Variables, variables);
            }

            if (inner.Length > 0 || scope.HasScopes)
            {
                BodyBefore.Fill(scope.Scopes, inner);
            }
        });
        Array.ForEach(inner, Keep);
    }

    private void Keep(CustomDebugInformation custom)
    {
        switch (custom)
        {
            case AsyncMethodBodyDebugInformation async:
                var caught = async.CatchHandler;
                InstructionOffset[] yields = [.. async.Yields], resumes = [.. async.Resumes];
                _back.Add(() =>
                {
                    async.CatchHandler = caught;
                    for (var i = 0; i < yields.Length; i++)
                    {
                        async.Yields[i] = yields[i];
                    }

                    for (var i = 0; i < resumes.Length; i++)
                    {
                        async.Resumes[i] = resumes[i];
                    }
                });
                break;
            case StateMachineScopeDebugInformation machine:
                foreach (var scope in machine.Scopes)
                {
                    var (start, end) = (scope.Start, scope.End);
                    _back.Add(() => (scope.Start, scope.End) = (start, end));
                }

                break;
        }
    }
}
